import { exitOn, prepare } from './prepare.mjs';

await prepare().catch(exitOn);
const { simulate } = await import('../packages/proof/dist/simulation/simulate.js');

/** The parser that the tests of the repository use to read its sources. The shipped code needs none. */
async function parser() {
  const { parseAst } = await import('vitest/node');
  return (text) => parseAst(text);
}

try {
  const isRight = await simulate(process.argv.slice(2), parser, console.log);
  process.exitCode = isRight ? 0 : 1;
} catch (error) {
  exitOn(error);
}
