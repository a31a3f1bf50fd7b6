import { messageBlock } from './example-block.ts';
import { fieldRowTable } from './field-table.ts';
import { code, table } from './markdown.ts';
import type { FieldPart, OperationPage } from './operation-page.ts';

/**
 * Writes the page about an operation as Markdown, for programs that read text, such as agents: how to call it, its fields, its
 * errors, and one example of success and one of failure. Links lead to pages of the gateway.
 *
 * @example
 * const text = operationMarkdown(operationPages(files)[0].operations[0]);
 */
export function operationMarkdown(page: OperationPage): string {
  const { title, description, request, answer, errors, examples } = page;
  const success = examples.find(({ answer: { status } }) => status < 300);
  const failure = examples.find(({ answer: { status } }) => status >= 400);
  return [
    `# ${title}`,
    withPageLinks(description),
    table(['', ''], facts(page)),
    ...fieldSections('Request', request),
    ...fieldSections('Response', answer),
    ...(errors.length === 0 ? [] : ['## Errors', errorTable(errors)]),
    ...[success, failure].flatMap((example) => (example === undefined ? [] : exampleSection(example))),
    '',
  ].join('\n\n');
}

function facts({ id, method, paths, scope, facts: others, reference }: OperationPage): [string, string][] {
  return [
    ['Operation', code(id)],
    ...paths.map((path): [string, string] => ['Path', code(`${method} ${path}`)]),
    ...(scope === undefined ? [] : ([['Scope', code(scope)]] as [string, string][])),
    ...others.map(([name, text]): [string, string] => [name, withPageLinks(text)]),
    ['Guide', `[${reference.replace(/^docs\/|\.md/g, '')}](${reference.replace(/^docs\//, '/docs/guide/')})`],
  ];
}

function fieldSections(title: string, parts: readonly FieldPart[]): string[] {
  const tables = parts.flatMap((part) => [
    ...(part.title === '' ? [] : [`### ${part.title}`]),
    fieldRowTable(part.rows.map((row) => ({ ...row, meaning: withPageLinks(row.meaning) }))),
  ]);
  return tables.length === 0 ? [] : [`## ${title}`, ...tables];
}

function errorTable(errors: OperationPage['errors']): string {
  return table(
    ['Code', 'Meaning', 'HTTP', 'Retry'],
    errors.map(({ code: number, text, http, retry }) => [number, text, String(http), retry ? 'can succeed' : 'no']),
  );
}

function exampleSection({ title, request, answer }: OperationPage['examples'][number]): string[] {
  return [
    `## Example: ${title}`,
    messageBlock(`${request.method} ${request.path}`, request),
    messageBlock(`HTTP ${answer.status}`, answer),
  ];
}

/** Texts of the contract link to pages of the interface by their file names. */
function withPageLinks(text: string): string {
  return text.replace(/\]\(([\w-]+\.md)/g, '](/docs/guide/interface/$1');
}
