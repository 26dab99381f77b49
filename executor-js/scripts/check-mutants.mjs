/**
 * Type-checks deliberately broken sources: esbuild, which bundles them, only takes the types out, so that a row that
 * a refactoring has passed by would still build, and die of a ReferenceError instead of its fault.
 *
 * It reads from stdin a list of {id, files: {"src/x.ts": text}} and writes a list of {id, problems: [text]}, of those
 * that have any. All go into one program, each changed file as a neighbour of the file that it changes: a program for
 * each would take minutes.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * What makes the code throw or not load, or calls what is not there. A fault may well give a value of another type,
 * leave a variable unused or compare what is never equal: that is how such faults look.
 */
const FATAL = new Set([
  2304, // cannot find name
  2305, // module has no exported member
  2307, // cannot find module
  2339, // property does not exist
  2349, // not callable
  2448, // used before its declaration
  2451, // cannot redeclare
  2459, // declared locally, but not exported
  2532, // possibly undefined
  2551, // property does not exist, did you mean
  2552, // cannot find name, did you mean
  2554, // wrong number of arguments
  2588, // assigned to a constant
  2614, // no exported member, did you mean the default
  2663, // cannot find name, did you mean this.
  2722, // possibly undefined, called
  2724, // no exported member, did you mean
  18004, // no value for the shorthand property
  18047, // possibly null
  18048, // possibly undefined, by name
]);

const mutants = JSON.parse(readFileSync(0, "utf8"));
const configFile = join(packageRoot, "tsconfig.json");
const config = ts.parseJsonConfigFileContent(
  ts.readConfigFile(configFile, ts.sys.readFile).config,
  ts.sys,
  packageRoot,
);
const options = {
  ...config.options,
  noUnusedLocals: false,
  noUnusedParameters: false,
  noImplicitReturns: false,
  allowUnreachableCode: true,
};

/** Of a changed file: its mutant, and its text. */
const variants = new Map();
/** Of a mutant: what stands for each file that it changes. */
const standIns = new Map();
mutants.forEach(({ id, files }, index) => {
  const own = new Map();
  for (const [file, text] of Object.entries(files)) {
    if (!/\.tsx?$/.test(file)) continue;
    const path = join(packageRoot, file);
    const variant = path.replace(/(\.tsx?)$/, `.mutant${index}$1`);
    variants.set(variant, { id, text });
    own.set(path, variant);
  }
  standIns.set(id, own);
});

const host = ts.createCompilerHost(options, true);
const { readFile, fileExists } = host;
host.readFile = (path) => variants.get(path)?.text ?? readFile(path);
host.fileExists = (path) => variants.has(path) || fileExists(path);
const getSourceFile = host.getSourceFile;
host.getSourceFile = (path, languageVersion, ...rest) => {
  const variant = variants.get(path);
  return variant === undefined
    ? getSourceFile(path, languageVersion, ...rest)
    : ts.createSourceFile(path, variant.text, languageVersion, true);
};
const cache = ts.createModuleResolutionCache(packageRoot, (name) => name, options);
host.resolveModuleNameLiterals = (literals, containing) =>
  literals.map((literal) => {
    const resolved = ts.resolveModuleName(literal.text, containing, options, host, cache);
    const own = standIns.get(variants.get(containing)?.id);
    const standIn = own?.get(resolved.resolvedModule?.resolvedFileName);
    return standIn === undefined
      ? resolved
      : { resolvedModule: { ...resolved.resolvedModule, resolvedFileName: standIn } };
  });

const declarations = config.fileNames.filter((name) => name.endsWith(".d.ts"));
const program = ts.createProgram([...declarations, ...variants.keys()], options, host);
const problems = new Map();
for (const [path, { id }] of variants) {
  const file = program.getSourceFile(path);
  for (const d of [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]) {
    if (d.category !== ts.DiagnosticCategory.Error) continue;
    if (d.code >= 2000 && !FATAL.has(d.code)) continue;
    const text = ts.flattenDiagnosticMessageText(d.messageText, " ");
    if (text.includes("on type 'never'")) continue; // behind a condition that the fault makes constant
    const { line } = file.getLineAndCharacterOfPosition(d.start ?? 0);
    const place = `${path.slice(packageRoot.length + 1).replace(/\.mutant\d+/, "")}:${line + 1}`;
    problems.set(id, (problems.get(id) ?? new Set()).add(`${place}: TS${d.code}: ${text}`));
  }
}
process.stdout.write(JSON.stringify([...problems].map(([id, texts]) => ({ id, problems: [...texts] }))));
