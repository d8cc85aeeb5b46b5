import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";

// Who gets a package from JSR has no package.json: deno.json alone has to say where valibot is.
rmSync("jsr/package.json", { force: true });

// Types that are not written out ("slow types") fail it.
const options = { cwd: "jsr", encoding: "utf8" };
const { status, stdout, stderr } = spawnSync("deno", ["publish", "--dry-run", "--allow-dirty"], options);
if (status !== 0) throw new Error(`${stdout}${stderr}`);

const published = [...stderr.matchAll(/^\s+file:\S*\/deno_jsr\/jsr\/(\S+)/gm)].map(([, path]) => path).sort();
const sources = readdirSync("jsr/lib", { recursive: true })
  .map((path) => `lib/${path}`)
  .filter((path) => path.endsWith(".ts") && !/^lib\/(?:cli|demo|page)\//.test(path));
const others = ["CHANGELOG.md", "LICENSE", "README.md", "deno.json", "lib/tape/FORMAT.md"];
const expected = [...others, ...sources].sort();
if (published.join() !== expected.join()) {
  throw new Error(`It would publish\n${published.join("\n")}\nand not\n${expected.join("\n")}`);
}
console.log(`ok: ${published.length} files`);
