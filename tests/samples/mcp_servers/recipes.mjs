// Ready recipes with the servers of npm that they are for: previews and undos by the servers' own
// tools.
import assert from "node:assert/strict";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/// Puts the recipes of this name into servers.json.
function useRecipes(desk, server, recipes) {
    const file = join(desk.folder, "servers.json");
    const all = JSON.parse(readFileSync(file, "utf8"));
    all.servers[server].recipes = recipes;
    writeFileSync(file, JSON.stringify(all));
}

async function refused(desk, code, ...words) {
    const { code: exit, out, errors } = await desk.run("--json", ...words);
    assert.notEqual(exit, 0, out);
    assert.equal(JSON.parse(out).code, code, out + errors);
    return out;
}

async function recipesOfFilesystem(desk) {
    await desk.addPackage("files", "@modelcontextprotocol/server-filesystem", ["--no-sandbox"], desk.files);
    useRecipes(desk, "files", "filesystem");
    for (const tool of ["write_file", "edit_file", "move_file", "create_directory"]) await desk.allow(`files/${tool}`);
    const tools = await desk.done("servers", "tools");
    assert.doesNotMatch(tools, /recipe is not used/);
    const path = join(desk.files, "note.txt");
    const call = (tool, args) => desk.json("call", `files/${tool}`, JSON.stringify(args));

    const old = "one\r\ntwo é\n";
    writeFileSync(path, old);
    const written = await call("write_file", { path, content: "new\n" });
    assert.equal(readFileSync(path, "utf8"), "new\n");
    assert.match(written.undo, /undo 0\.\d+$/);
    await desk.done("undo", written.entry);
    assert.equal(readFileSync(path, "utf8"), old);
    await refused(desk, "already_undone", "undo", written.entry);
    assert.equal(readFileSync(path, "utf8"), old);

    const edit = { path, edits: [{ oldText: "two", newText: "three" }] };
    const shown = await desk.done("preview", "files/edit_file", JSON.stringify(edit));
    assert.match(shown, /-two é/);
    assert.match(shown, /\+three é/);
    assert.equal(readFileSync(path, "utf8"), old);
    const edited = await call("edit_file", edit);
    assert.match(readFileSync(path, "utf8"), /three/);
    const moved = await call("move_file", { source: path, destination: `${path}.moved` });
    await refused(desk, "undo_depends", "undo", edited.entry);
    await desk.done("undo", moved.entry);
    await desk.done("undo", edited.entry);
    assert.equal(readFileSync(path, "utf8"), old);

    const changed = await call("write_file", { path, content: "new\n" });
    writeFileSync(path, "of another program\n");
    await refused(desk, "undo_conflict", "undo", changed.entry);
    assert.equal(readFileSync(path, "utf8"), "of another program\n");

    const other = join(desk.files, "other.txt");
    const preview = await desk.done("preview", "files/write_file", JSON.stringify({ path: other, content: "x" }));
    assert.match(preview, /This call cannot be undone: .*ENOENT/);
    const made = await call("write_file", { path: other, content: "x" });
    assert.match(made.no_undo, /ENOENT/);
    assert.equal(made.undo, undefined);
    await refused(desk, "undo_not_supported", "undo", made.entry);
    assert.ok(existsSync(other));
    const folder = await call("create_directory", { path: join(desk.files, "folder") });
    assert.equal(folder.undo, undefined);
    await refused(desk, "undo_not_supported", "undo", folder.entry);

    // Bytes that are no text would not come back as they were.
    writeFileSync(path, Buffer.from([0xff, 0xfe]));
    assert.match((await call("write_file", { path, content: "x" })).no_undo, /U\+FFFD/);
    renameSync(path, other);
    await desk.verify();
}

async function recipesOfMemory(desk) {
    const store = join(desk.files, "memory.jsonl");
    await desk.addPackage("memory", "@modelcontextprotocol/server-memory", ["--no-sandbox", "--env", `MEMORY_FILE_PATH=${store}`]);
    useRecipes(desk, "memory", "memory");
    const tools = ["create_entities", "create_relations", "add_observations", "delete_relations", "delete_entities", "delete_observations", "read_graph"];
    for (const tool of tools) await desk.allow(`memory/${tool}`);
    assert.doesNotMatch(await desk.done("servers", "tools"), /recipe is not used/);
    const call = (tool, args) => desk.json("call", `memory/${tool}`, JSON.stringify(args));
    const graph = async () => (await call("read_graph", {})).result;
    const names = async () => (await graph()).entities.map((entity) => entity.name);
    const person = (name) => ({ name, entityType: "person", observations: ["likes tea"] });

    await call("create_entities", { entities: [person("Ann")] });
    const created = await call("create_entities", { entities: [person("Ann"), person("Bob")] });
    assert.deepEqual(await names(), ["Ann", "Bob"]);
    assert.equal(created.undo, undefined);
    await refused(desk, "undo_not_supported", "undo", created.entry);

    const all = await graph();
    const relation = { from: "Ann", to: "Bob", relationType: "knows" };
    const related = await call("create_relations", { relations: [relation] });
    const added = await call("add_observations", { observations: [{ entityName: "Ann", contents: ["likes tea", "reads"] }] });
    await refused(desk, "undo_depends", "undo", related.entry);
    await desk.done("undo", added.entry);
    await desk.done("undo", related.entry);
    assert.deepEqual(await graph(), all);

    // The server takes relations of entities that do not exist.
    const loose = { from: "Nobody", to: "Nowhere", relationType: "knows" };
    await call("create_relations", { relations: [relation, loose] });
    const withRelation = await graph();
    const deleted = await call("delete_relations", { relations: [relation, loose, { ...relation, relationType: "never was" }] });
    assert.deepEqual((await graph()).relations, []);
    await desk.done("undo", deleted.entry);
    assert.deepEqual(await graph(), withRelation);

    const gone = await call("delete_entities", { entityNames: ["Bob"] });
    assert.equal(gone.undo, undefined);
    await refused(desk, "undo_not_supported", "undo", gone.entry);
    await desk.verify();
}

export const recipeCases = { "recipes-filesystem": recipesOfFilesystem, "recipes-memory": recipesOfMemory };
