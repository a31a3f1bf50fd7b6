import { describe, expect, it } from 'vitest';
import { ARABIC_OUTCOMES } from '../../console/src/screens/audit/arabic-outcomes.ts';
import { ARABIC_CHECKS } from '../../console/src/screens/service/arabic-checks.ts';
import { isForTests, SERVER, type Source, sourcesUnder } from './source-tree.ts';

type Node = Source['nodes'][number];

const shipped = sourcesUnder(SERVER).filter(({ path }) => !isForTests(path));

/** The texts that an expression can be, as far as they are written out. */
function textsOf(node: Node | undefined): string[] {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node?.type !== 'ConditionalExpression') return [];
  return [...textsOf(node.consequent as Node), ...textsOf(node.alternate as Node)];
}

/** The console has texts of the server in Arabic, by the English ones. These tests find the ones that are missing there. */
describe('texts of the server have Arabic ones in the console', () => {
  it('for outcomes of audit rows, apart from statuses, which have words', () => {
    const outcomes = shipped.flatMap(({ nodes }) =>
      nodes.flatMap((node) => {
        const isAudit = node.type === 'CallExpression' && (node.callee as { name?: string }).name === 'audit';
        return isAudit ? textsOf((node.arguments as Node[])[2]) : [];
      }),
    );
    const written = [...new Set(outcomes)].filter((outcome) => outcome !== outcome.toUpperCase());
    expect(written.length).toBeGreaterThan(80);
    expect(written.filter((outcome) => !(outcome in ARABIC_OUTCOMES)).sort()).toEqual([]);
  });

  it('for the checks of the doctor', () => {
    const checks = shipped.filter(({ path }) => /\/host\/doctor\/[\w-]+-checks?\.ts$/.test(path));
    const names = checks.flatMap(({ text }) =>
      [...text.matchAll(/\bname: (?:'([^']+)'|`([^`$]+) \$\{)/g)].flatMap(([, whole, start]) => whole ?? start ?? []),
    );
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !(name in ARABIC_CHECKS)).sort()).toEqual([]);
  });
});
