'use strict';
/** Runs the files of a bundle with what V8 made of them when they were built, so that little is compiled again. */
const { existsSync, readFileSync } = require('node:fs');
const { createRequire, SourceMap } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

const CODE = /^\.\/([\w-]+\.code\.cjs)$/;
const loaded = new Map();
const maps = new Map();

/**
 * What a file of the bundle exports. `compiled` is told of each script that runs, `nameOf` says what V8 calls it.
 * Another version of Node.js, or other flags, turn a cache down, and compile what they need.
 */
function load(file, compiled = () => undefined, nameOf = pathOf) {
  const known = loaded.get(file);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  loaded.set(file, module);
  const filename = pathOf(file);
  const script = compile(file, nameOf);
  compiled(file, script);
  const others = createRequire(filename);
  const requireOne = (name) => {
    const [, part] = CODE.exec(name) ?? [];
    return part === undefined ? others(name) : load(part, compiled, nameOf);
  };
  script.runInThisContext()(module.exports, requireOne, module, pathToFileURL(filename).href);
  return module.exports;
}

const pathOf = (file) => join(__dirname, file);

function compile(file, nameOf = pathOf) {
  const filename = pathOf(file);
  const wrapped = `(function (exports, require, module, __bundleUrl) {\n${readFileSync(filename, 'utf8')}\n})`;
  const cache = `${filename}.cache`;
  const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
  return new Script(wrapped, { filename: nameOf(file), lineOffset: -1, cachedData });
}

/** Has stacks name the sources; a map is read when somebody first looks at a stack. */
Error.prepareStackTrace = (error, frames) =>
  [String(error), ...frames.map((frame) => `    at ${placeOf(frame)}`)].join('\n');

function placeOf(frame) {
  const map = mapOf(frame.getFileName());
  const entry = map?.findEntry((frame.getLineNumber() ?? 1) - 1, (frame.getColumnNumber() ?? 1) - 1);
  if (entry?.originalSource === undefined) return String(frame);
  const source = entry.originalSource.replace(/^(\.\.\/)+/, '');
  const place = `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  const name = frame.getFunctionName();
  return name === null ? place : `${name} (${place})`;
}

function mapOf(file) {
  if (typeof file !== 'string' || !file.endsWith('.code.cjs')) return undefined;
  if (!maps.has(file)) {
    const map = `${file}.map`;
    maps.set(file, existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : undefined);
  }
  return maps.get(file);
}

module.exports = { compile, load };
