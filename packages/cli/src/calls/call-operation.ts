import { OPERATIONS } from '@cardwright/contract';
import type { AnswerFacts } from '@cardwright/sdk';
import { openClient } from '../connection/open-client.ts';
import { print, printMessage } from '../output/print.ts';
import { jsonLine, prettyJson } from '../output/show-json.ts';
import { tableText } from '../output/show-table.ts';
import { UsageError } from '../output/usage-error.ts';
import type { CallCommandOptions } from './call-options.ts';
import { findOperation } from './find-operation.ts';
import { namesIn, partsOfCall } from './parts-of-call.ts';
import { printAll } from './print-all.ts';
import { readBodyText } from './read-body.ts';

/**
 * Sends one operation. The response goes to standard output; its status, request id and warnings go to standard error.
 */
export async function callOperation(
  name: string | undefined,
  members: readonly string[],
  options: CallCommandOptions,
): Promise<void> {
  if (options.list) return listOperations(options.json === true);
  if (name === undefined)
    throw new UsageError('specify an operation. To list the operations, run: cardwright call --list');
  const operation = findOperation(name);
  const acceptsBody = operation.surface !== 'rest' || operation.request !== null;
  const hasMembers = members.some((member) => !hasMember(operation, member));
  const text = await readBodyText(options, acceptsBody && !hasMembers);
  const parts = partsOfCall(operation, members, text);
  const client = await openClient(options);
  const { msgId, trackingId, idempotencyKey, ifMatch } = options;
  const ids = { ...(msgId && { msgId }), ...(trackingId && { trackingId }) };
  const repeat = { ...(idempotencyKey && { idempotencyKey }), ...(ifMatch && { ifMatch }) };
  if (options.all)
    return await printAll(client, operation, { ...parts, options: { ...ids, ...repeat } }, options.json === true);
  const { data, answer } = await client.call(operation, { ...parts, options: { ...ids, ...repeat } }).withAnswer();
  print(options.json ? jsonLine(data) : prettyJson(data));
  if (!options.json) printMessage(answerLine(answer));
}

function hasMember(operation: ReturnType<typeof findOperation>, member: string): boolean {
  const { ids, query } = namesIn(operation);
  return [...ids, ...query].some((name) => member.startsWith(`${name}=`));
}

function answerLine({ status, requestId, contractWarnings, isReplayed, etag }: AnswerFacts): string {
  const parts = [`HTTP ${status}`, requestId === undefined ? '' : `request ${requestId}`];
  if (isReplayed) parts.push('stored response of an earlier request');
  if (contractWarnings > 0) parts.push(`${contractWarnings} accepted deviations: see "cardwright tail"`);
  if (etag !== undefined) parts.push(`ETag ${etag}`);
  return parts.filter((part) => part !== '').join(', ');
}

function listOperations(asJson: boolean): void {
  const rows = OPERATIONS.map(({ id, title, scope, path }) => ({ id, title, scope, path }));
  const cells = rows.map(({ id, scope, title }) => [id, scope, title]);
  print(asJson ? JSON.stringify(rows) : tableText(['OPERATION', 'SCOPE', 'DESCRIPTION'], cells));
}
