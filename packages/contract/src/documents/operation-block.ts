import { MSG_TYPES } from '../envelope.ts';
import { ERRORS, type ErrorName } from '../errors.ts';
import { type Operation, partScopesOf, widerScopesOf } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { code, table } from './markdown.ts';

/**
 * Writes the facts that an integrator needs to call an operation: method, path, scope, keys, functions, its own errors.
 */
export function operationBlock(operation: Operation): string {
  return table(
    ['', ''],
    [
      ['Operation', code(operation.id)],
      ['Call', `${code(`${methodOf(operation)} /V2${operation.path}`)}${otherPaths(operation)}`],
      ['Scope', code(operation.scope) + otherScopes(operation) + withoutToken(operation)],
      ...operationFacts(operation),
      ['Own errors', ownErrors(operation)],
    ],
  );
}

/** Returns the keys, the functions and the handling of repeats, each with its label. */
export function operationFacts(operation: Operation): string[][] {
  return [...envelopeRows(operation), ...restRows(operation)];
}

export function methodOf(operation: Operation): string {
  return operation.surface === 'rest' ? operation.method : 'POST';
}

function otherPaths(operation: Operation): string {
  const unversioned = operation.surface === 'rest' && operation.unversioned === true;
  return unversioned ? `, also below ${code('/V1')} and without a version` : `, also below ${code('/V1')}`;
}

function otherScopes(operation: Operation): string {
  const parts = partScopesOf(operation).map((scope) => `; ${code(scope)} for a part`);
  const wider = widerScopesOf(operation).map((scope) => `; with ${code(scope)} for the whole bank or acquirer`);
  return [...parts, ...wider].join('');
}

function withoutToken(operation: Operation): string {
  return operation.surface === 'notification' ? ', or a valid signature instead of a token' : '';
}

function envelopeRows(operation: Operation): string[][] {
  if (operation.surface !== 'envelope') return [];
  const { requestKey, requestFunction, responseKey, responseFunction, defaultMsgType, changes } = operation;
  const otherTypes = MSG_TYPES.filter((type) => type !== defaultMsgType).map(code);
  return [
    ['Request', `key ${code(requestKey)}, msg_function ${code(requestFunction)}`],
    ['Response', `key ${code(responseKey)}, msg_function ${code(responseFunction)}`],
    ['msg_type', `${code(defaultMsgType)}; ${otherTypes.join(', ')} is accepted with a warning`],
    [
      'Repeat',
      changes
        ? 'returns the stored response, identified by msg_id'
        : 'is processed again; an enquiry does not claim its msg_id',
    ],
  ];
}

const KEY_HEADER = '[`Idempotency-Key`](repeats.md#idempotency-key)';

function restRows(operation: Operation): string[][] {
  if (operation.surface !== 'rest') return [];
  const { successStatus = 200, requestType, takesIdempotencyKey, entityTag, changeKinds } = operation;
  return [
    ...(requestType === undefined ? [] : [['Content-Type', code(requestType)]]),
    [
      'Success',
      `HTTP ${successStatus}${changeKinds === undefined ? '' : '; 202 if the change needs [a second person](change-requests.md)'}`,
    ],
    ...(entityTag === undefined
      ? []
      : [['Version', entityTag === 'response' ? 'in `ETag`' : 'in `ETag`; compared with `If-Match`']]),
    ...(takesIdempotencyKey ? [['Repeat', `returns the stored response, identified by ${KEY_HEADER}`]] : []),
  ];
}

function ownErrors(operation: Operation): string {
  if (!('errors' in operation)) return 'none: the response contains its own codes';
  const own: readonly ErrorName[] = operation.errors;
  return (
    own.map((error) => `${ERRORS[error].code} ${ERRORS[error].text} (HTTP ${ERRORS[error].http})`).join('; ') || 'none'
  );
}

export function operationNamed(id: string): Operation {
  const match = (OPERATIONS as readonly Operation[]).find((operation) => operation.id === id);
  if (match === undefined) throw new Error(`no operation ${id}`);
  return match;
}
