import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { changeEventTable } from './change-event-table.ts';
import { type ExampleFiles, exampleBlock, exampleList } from './example-block.ts';
import { code, linkTo, table } from './markdown.ts';
import { markedFields } from './marked-fields.ts';
import { methodOf, operationBlock, operationNamed } from './operation-block.ts';
import { roleTable } from './role-table.ts';
import { testDeclineTable } from './test-declines.ts';
import { toleranceTable } from './tolerance-table.ts';

const MARKER =
  /<!-- (fields|example|examples|operation|operations|tolerances|declines|changes|roles)(?:: ([^\n]*?))? -->\n([\s\S]*?)<!-- end -->/g;
const START = /<!-- (?:fields|example|examples|operation|operations|tolerances|declines|changes|roles)\b/;

/**
 * Regenerates the parts between the markers of a page of docs/interface from the contract. Hand-written text around them
 * stays. `page` is the path of the page from the root. A marker that names something unknown is an error. The markers:
 *
 *     <!-- operation: cards.create-card -->            path, scope, keys, functions, own errors
 *     <!-- fields: cards.create-card request -->       and `answer`: the field tables
 *        ... at payload.applications[].merchants[]|1   only the fields below this path; |1 is the first kind
 *        ... without configurations, terminals         omits the fields below these
 *        ... as insurance.list-programs                states that the table is the same as for that operation
 *        ... as request                                for an answer: states that it is the same as the request
 *     <!-- fields: envelope request-header -->         also answer-header, exception-details, extended-details, failure
 *     <!-- example: cards.create-card/300-x.json -->   one example in full
 *     <!-- examples: cards.create-card -->             links to all of them
 *     <!-- tolerances -->  <!-- operations -->         the tables of all operations
 *     <!-- declines -->                                the table of test declines
 *     <!-- changes -->                                 the catalogue of events that report a change
 *     <!-- roles -->                                   the roles of people with their scopes
 *
 * Each marker ends with `<!-- end -->`.
 */
export function fillPage(page: string, pageText: string, examples: ExampleFiles): string {
  const filled = pageText.replace(MARKER, (whole, kind: string, what: string | undefined, body: string) => {
    if (START.test(body)) throw new Error(`${page}: a marker before ${JSON.stringify(body.slice(0, 80))} has no end`);
    const start = whole.slice(0, whole.indexOf('\n'));
    try {
      return `${start}\n\n${generated(page, kind, what ?? '', examples)}\n\n<!-- end -->`;
    } catch (cause) {
      throw new Error(`${page}: ${start}: ${(cause as Error).message}`, { cause });
    }
  });
  const starts = filled.match(new RegExp(START, 'g'))?.length ?? 0;
  const ends = filled.match(/<!-- end -->/g)?.length ?? 0;
  if (starts !== ends) throw new Error(`${page}: ${starts} markers begin and ${ends} end`);
  return filled;
}

function generated(page: string, kind: string, what: string, examples: ExampleFiles): string {
  if (kind === 'example') return exampleBlock(page, what, examples);
  if (kind === 'examples') return exampleList(page, what, examples);
  if (kind === 'operation') return operationBlock(operationNamed(what));
  if (kind === 'operations') return operationsTable(page);
  if (kind === 'tolerances') return toleranceTable();
  if (kind === 'declines') return testDeclineTable();
  if (kind === 'changes') return changeEventTable();
  if (kind === 'roles') return roleTable();
  return markedFields(what);
}

function operationsTable(page: string): string {
  const rows = (OPERATIONS as readonly Operation[]).map((operation) => [
    `[${operation.title}](${linkTo(page, operation.reference)})`,
    code(`${methodOf(operation)} /V2${operation.path}`),
    code(operation.scope),
  ]);
  return table(['Operation', 'Method and path', 'Scope'], rows);
}
