// The pictures of the sheet: each risk has a shape of its own, so that none depends on its colour.

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
    tool: "M14.7 6.3a4 4 0 0 0-5.4 4.9l-5.6 5.6a1.5 1.5 0 0 0 0 2.1l1.4 1.4a1.5 1.5 0 0 0 2.1 0l5.6-5.6a4 4 0 0 0 4.9-5.4l-2.6 2.6-2.5-.5-.5-2.5z",
    low: "M12 3l7.5 3v5.5c0 4.6-3.1 8-7.5 9.5-4.400-1.500-7.500-4.900-7.500-9.500V6zM8.700 12.200l2.300 2.300 4.300-4.600",
    medium: "M12 2.800l9.200 9.200-9.200 9.200L2.800 12zM12 7.800v5M12 15.900v.2",
    high: "M12 3.200L22 20.500H2zM12 9.500v5M12 17.300v.2",
    close: "M6 6l12 12M18 6L6 18",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("class", "icon");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", PATHS[name]);
    svg.append(path);
    return svg;
}
