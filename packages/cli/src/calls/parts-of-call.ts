import { isJsonObject, type JsonObject, type JsonValue, type Operation, parseJson } from '@cardwright/contract';
import type { NamedCall } from '@cardwright/sdk';
import { UsageError } from '../output/usage-error.ts';

/** Sorts `name=value` pairs into path, query and body, and removes the envelope from a complete body. */
export function partsOfCall(operation: Operation, members: readonly string[], text: string | undefined): NamedCall {
  const { ids, query, others } = groupMembers(operation, members);
  const parameterNames = namesIn(operation);
  const missingIds = parameterNames.ids.filter((name) => ids[name] === undefined);
  if (missingIds.length > 0) {
    throw new UsageError(`${operation.id} requires ${missingIds.map((name) => `${name}=...`).join(' ')}`);
  }
  const acceptsBody = operation.surface !== 'rest' || operation.request !== null;
  const isCsv = operation.surface === 'rest' && operation.requestType === 'text/csv';
  if (!acceptsBody && text !== undefined) throw new UsageError(`${operation.id} does not take a body`);
  if (!acceptsBody && Object.keys(others).length > 0) {
    const allNames = [...parameterNames.ids, ...parameterNames.query].join(', ') || 'none';
    throw new UsageError(`${operation.id} has no parameter ${Object.keys(others).join(', ')}; it takes ${allNames}`);
  }
  if (!acceptsBody) return { ids, query };
  if (isCsv) return { ids, query, body: text ?? '' };
  return { ids, query, body: { ...bodyIn(operation, text), ...others } };
}

/** Returns the ids of the path and the query parameters. */
export function namesIn(operation: Operation): { readonly ids: string[]; readonly query: string[] } {
  if (operation.surface !== 'rest') return { ids: [], query: [] };
  return { ids: Object.keys(operation.params.properties), query: Object.keys(operation.query.properties) };
}

function groupMembers(operation: Operation, members: readonly string[]) {
  const parameterNames = namesIn(operation);
  const ids: Record<string, string> = {};
  const query: Record<string, string> = {};
  const others: Record<string, JsonValue> = {};
  for (const member of members) {
    const at = member.indexOf('=');
    if (at < 1) throw new UsageError(`${JSON.stringify(member)} is invalid: write it as name=value`);
    const [name, value] = [member.slice(0, at), member.slice(at + 1)];
    if (parameterNames.ids.includes(name)) ids[name] = value;
    else if (parameterNames.query.includes(name)) query[name] = value;
    else others[name] = value;
  }
  return { ids, query, others };
}

function bodyIn(operation: Operation, text: string | undefined): JsonObject {
  if (text === undefined || text.trim() === '') return {};
  const parsed = parseJson(text);
  if (!parsed.ok) throw new UsageError('the body is not valid JSON');
  if (!isJsonObject(parsed.value)) throw new UsageError('the body is not a JSON object');
  return operation.surface === 'envelope' ? withoutEnvelope(parsed.value) : parsed.value;
}

/** Accepts a complete envelope too. Its header is created again, because a message id can be used only once. */
function withoutEnvelope(body: JsonObject): JsonObject {
  const [root, ...others] = Object.entries(body);
  if (root === undefined || others.length > 0 || !root[0].endsWith('SrvRequest') || !isJsonObject(root[1])) return body;
  const [request] = Object.values(root[1]);
  return isJsonObject(request) && isJsonObject(request.body) ? request.body : body;
}
