import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  ERRORS,
  fillPage,
  NO_PARTNER_ANSWER,
  OPERATIONS,
  type Operation,
  SCOPES,
  writeErrorsDocument,
} from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { COMMAND_LINE_SETTINGS, readSettings } from '../../server/src/host/configuration/settings.ts';
import { RULES } from '../../server/src/issuing/authorization/decision/rules/index.ts';
import { PARTNER_RULES } from '../../server/src/issuing/authorization/decision/rules/partner.ts';
import { REFUSALS } from '../../server/src/testing/requests/refusals.ts';
import { allFiles, filesUnder, isTest, ROOT, read, SERVER, sourcesUnder } from './source-tree.ts';

const operations: readonly Operation[] = OPERATIONS;
const defaults: Record<string, unknown> = { ...readSettings({}) };
/**
 * Matches a reason in the code of a rule: a literal, a choice of two or from a record, or an argument of the function
 * that creates the rule.
 */
const REASON = /(?:[:?] |\bwindowLimit\()'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g;
const markdown = allFiles().filter((path) => path.endsWith('.md'));

const WRITE = 'Run node scripts/documents/write-docs.mjs';
const SETTINGS = 'Write in docs/operate/settings.md what host/configuration/settings.ts has';
const DECISION = 'Write it as the rules have it: docs/interface/decision.md';

describe('docs/errors.md', () => {
  it('is the output of the catalogue (node scripts/documents/write-docs.mjs)', () => {
    expect(read('docs/errors.md'), WRITE).toBe(writeErrorsDocument());
  });
});

describe('docs/operate/settings.md', () => {
  const text = read('docs/operate/settings.md');
  const rows = [...text.matchAll(/^\| `([A-Z][A-Z_0-9]+)` \| ([^|]*?) \|/gm)].map(([, name, byDefault]) => ({
    name: name!,
    byDefault: byDefault!.replaceAll('`', ''),
  }));

  it('lists exactly the existing settings', () => {
    expect(rows.map(({ name }) => name).sort(), SETTINGS).toEqual(Object.keys(defaults).sort());
  });

  it('contains the defaults of the settings', () => {
    const documented = Object.fromEntries(rows.map(({ name, byDefault }) => [name, byDefault]));
    const actual = Object.entries(defaults).map(([name, value]) => [name, defaultText(value)]);
    expect(documented, SETTINGS).toEqual(Object.fromEntries(actual));
  });
});

function defaultText(value: unknown): string {
  if (value === undefined) return '-';
  return Array.isArray(value) && value.length === 0 ? '-' : String(value);
}

describe('docs/interface.md and its pages', () => {
  const pages = ['docs/interface.md', ...filesUnder('docs/interface')];
  const text = pages.map(read).join('\n');

  it('are the output of the contract and the examples in their marked parts (node scripts/documents/write-docs.mjs)', () => {
    const folder = 'packages/contract/examples';
    const examples = new Map(filesUnder(folder).map((path) => [path.slice(folder.length + 1), read(path)]));
    expect(
      pages.filter((page) => fillPage(page, read(page), examples) !== read(page)),
      WRITE,
    ).toEqual([]);
  });

  it('have each operation with its block, its fields and at least one example (docs/interface describes how)', () => {
    const missing = operations.flatMap(({ id }) =>
      [
        [`<!-- operation: ${id} -->`],
        [`<!-- fields: ${id} request`],
        [`<!-- fields: ${id} answer`],
        [`<!-- example: ${id}/`, `<!-- examples: ${id} -->`],
      ]
        .filter((starts) => !starts.some((start) => text.includes(start)))
        .map(([start]) => `no marker ${start} on a page of docs/interface`),
    );
    expect(missing, 'Put its markers on its page: CONTRIBUTING.md, A new operation').toEqual([]);
  });

  it('list exactly the existing operations in the overview, with method, path and scope', () => {
    const rows = [
      ...read('docs/interface.md').matchAll(/^\| [^|]+ \| `(GET|POST|PUT|PATCH|DELETE) ([^`]+)` \| `?([^|`]+)`? \|/gm),
    ];
    const documented = rows.map(([, method, path, scope]) => `${method} ${path} ${scope}`);
    const actual = operations.map(
      (operation) =>
        `${operation.surface === 'rest' ? operation.method : 'POST'} /V2${operation.path} ${operation.scope}`,
    );
    expect(documented.sort(), WRITE).toEqual(
      [...actual, 'POST /V2/services the operation’s', 'POST /oauth2/token -'].sort(),
    );
  });

  it('contain the request and response keys and functions of every envelope', () => {
    const words = operations.flatMap((operation) =>
      operation.surface === 'envelope'
        ? [operation.requestKey, operation.responseKey, operation.requestFunction, operation.responseFunction]
        : [],
    );
    expect(
      words.filter((word) => !text.includes(`\`${word}\``)),
      WRITE,
    ).toEqual([]);
  });

  it('list the rules of a decision in the order of evaluation', () => {
    const documented = [...text.matchAll(/^\d+\. `([A-Z0-9_]+)`$/gm)].map(([, rule]) => rule);
    expect(documented, DECISION).toEqual(RULES.map(({ name }) => name));
  });

  it('list every decline reason with its action code, in the order of precedence', () => {
    const documented = [...text.matchAll(/^\| `([A-Z0-9_]+)` \| (\d\d) \|/gm)].map(
      ([, reason, code]) => `${code} ${reason}`,
    );
    // No other rule of a card is evaluated for an advice, so this reason has no place in the order.
    const declines = [...REFUSALS, { actionCode: '05', reason: 'NETWORK_DECLINED' }];
    expect(documented, DECISION).toEqual(declines.map(({ actionCode, reason }) => `${actionCode} ${reason}`));
  });

  it('list what each rule of a decision used, by the names of its trace', () => {
    const rows = [...read('docs/interface/decision.md').matchAll(/^\| ([A-Z0-9_, ]+) \| (`[a-z].*) \|$/gm)];
    const documented = rows.flatMap(([, names, saw]) => {
      const labels = [...saw!.matchAll(/`([a-z_]+)`/g)].map(([, label]) => label);
      return names!.split(', ').map((name) => ({ name, labels }));
    });
    expect(documented, DECISION).toEqual(RULES.map(({ name, labels }) => ({ name, labels })));
  });

  it('explain every contract warning and every decline reason', () => {
    const rules = sourcesUnder('packages/contract/src')
      .concat(sourcesUnder(`${SERVER}/issuing/clients`), sourcesUnder(`${SERVER}/issuing/card-settings`))
      .flatMap(({ text: code }) => [
        ...code.matchAll(/\brule: '([a-z-]+)'/g),
        ...code.matchAll(/alsoMatches\(\s*'([a-z-]+)'/g),
      ])
      .map((match) => match[1]!);
    const reasons = sourcesUnder(`${SERVER}/issuing/authorization/decision/rules`)
      .filter(({ path }) => !isTest(path))
      .flatMap(({ text: code }) => [...code.matchAll(REASON)])
      .map((match) => match[1]!);
    expect(rules.length).toBeGreaterThan(10);
    // These reasons are computed from the status of the card, so the code does not contain them.
    const unseen = REFUSALS.map(({ reason }) => reason).filter((reason) => !reasons.includes(reason));
    expect(unseen).toEqual(['CARD_BLOCKED', 'CARD_LOST', 'CARD_STOLEN', 'CARD_CLOSED']);
    const ofPartners = [...PARTNER_RULES.map(({ name }) => name), ...NO_PARTNER_ANSWER, 'WOULD_BE_ASKED'];
    const ofAdvices = ['NETWORK_ADVICE', 'NETWORK_DECLINED'];
    const known = [
      ...RULES.map(({ name }) => name),
      ...ofPartners,
      ...ofAdvices,
      ...REFUSALS.map(({ reason }) => reason),
    ];
    expect(
      reasons.filter((reason) => !known.includes(reason)),
      'Explain it in docs/interface/decision.md',
    ).toEqual([]);
    const missing = [...rules, ...reasons].filter((word) => !text.includes(`\`${word}\``));
    expect([...new Set(missing)], 'Explain it in docs/interface').toEqual([]);
  });
});

const KNOWN_CODES: ReadonlySet<string> = new Set(Object.values(ERRORS).map(({ code }) => code));

describe('docs/architecture.md', () => {
  it('lists the rules of a decision in the order in which they are evaluated', () => {
    const table = /\| Rule \| Refuses with \|\n[|-]+\n((?:\|.*\n)+)/.exec(read('docs/architecture.md'))?.[1] ?? '';
    const terms = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(
      ([, names]) => names!.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [],
    );
    expect(terms, 'Write the table of docs/architecture.md as decision/rules/index.ts has it').toEqual(
      RULES.map(({ name }) => name),
    );
  });

  it('lists every file and folder at the top of the server', () => {
    const tree = read('docs/architecture.md');
    const entries = new Set(filesUnder(SERVER).map((path) => path.slice(SERVER.length + 1).replace(/\/.*/s, '/')));
    const unnamed = [...entries].filter(
      (entry) => !new RegExp(`(^|\\s)${entry.replace('.', '\\.')}(\\s|$)`, 'm').test(tree),
    );
    expect(unnamed, 'say in the tree of docs/architecture.md what it holds').toEqual([]);
  });
});

describe('docs/glossary.md', () => {
  it('has each term once, in alphabetical order', () => {
    const [, ...terms] = [...read('docs/glossary.md').matchAll(/^\| ([^|-][^|]*?) \|/gm)].map(([, term]) =>
      term!.toLowerCase(),
    );
    expect(terms.length).toBeGreaterThan(100);
    expect(terms, 'Merge entries of one term, and sort them').toEqual([...new Set(terms)].sort());
  });
});

describe('all documents', () => {
  it('name error codes, scopes and settings that exist', () => {
    const wrong = markdown.flatMap((path) => {
      const text = read(path);
      const settings = [...text.matchAll(/\bCARDWRIGHT_[A-Z_0-9]+\b/g)].map(([name]) => name);
      const scopes = [...text.matchAll(/`([a-z-]+:(?:read|write))`/g)].map(([, name]) => name!);
      const codes = [...text.matchAll(/\berror code (\d{3})\b/g)].map(([, code]) => code!);
      return [
        ...settings.filter((name) => !(name in defaults) && !COMMAND_LINE_SETTINGS.includes(name)),
        ...scopes.filter((name) => !(SCOPES as readonly string[]).includes(name)),
        ...codes.filter((code) => !KNOWN_CODES.has(code)),
      ].map((word) => `${path}: ${word}`);
    });
    expect(wrong, 'Write it as the code does, or take it away').toEqual([]);
  });

  it('name files that exist in the repository', () => {
    const named = markdown.flatMap((path) =>
      [...read(path).matchAll(/`((?:packages|scripts|docs)\/[\w./-]+\.(?:ts|mjs|md|sql|json))`/g)].map(
        ([, file]) => file!,
      ),
    );
    expect(
      named.filter((file) => !existsSync(join(ROOT, file))),
      'Write where it is now',
    ).toEqual([]);
  });
});
