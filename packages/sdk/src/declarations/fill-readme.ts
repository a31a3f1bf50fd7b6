import type { ClientMethod } from './client-groups.ts';

const MARKED = /(<!-- methods -->\n)[\s\S]*(<!-- end -->)/;

/**
 * Fills the table of all methods into the SDK's README, between its markers. The text around them is written by hand.
 *
 * @example
 * fillReadme(text, methods); // | `cards.create(body)` | Create a card | [cards.create-card](../../docs/...) |
 */
export function fillReadme(text: string, methods: readonly ClientMethod[]): string {
  if (!MARKED.test(text)) throw new Error('packages/sdk/README.md has no marker <!-- methods -->');
  const rows = methods.map((method) => `| \`${callOf(method)}\` | ${method.operation.title} | ${linkOf(method)} |`);
  const table = ['| Method | What it does | Operation |', '|---|---|---|', ...rows].join('\n');
  return text.replace(MARKED, (_, start: string, end: string) => `${start}\n${table}\n\n${end}`);
}

/** Writes the call with the parameters before the options. */
function callOf({ path, ids, operation }: ClientMethod): string {
  const isRead = operation.surface === 'rest' && operation.request === null;
  const hasQuery = operation.surface === 'rest' && Object.keys(operation.query.properties).length > 0;
  const input = isRead ? (hasQuery ? ['query'] : []) : ['body'];
  return `${path}(${[...ids, ...input].join(', ')})`;
}

const linkOf = ({ operation }: ClientMethod) => `[${operation.id}](../../${operation.reference})`;
