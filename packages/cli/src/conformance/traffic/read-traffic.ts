import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '@cardwright/contract';
import { jsonOf, objectIn, textIn } from '../exchange.ts';
import type { RecordedTraffic } from './traffic.ts';

/** Reads a HAR file, or a folder of JSON files at any depth, each with one request and its response. */
export function readTraffic(path: string): RecordedTraffic[] {
  if (statSync(path).isDirectory()) return filesIn(path).flatMap((file) => readPair(readFileSync(file, 'utf8'), file));
  const entries = objectIn(jsonOf(readFileSync(path, 'utf8')), 'log')?.entries;
  if (!Array.isArray(entries)) throw new Error(`${path} is neither a HAR file nor a folder of request-response pairs`);
  return entries.filter(isJsonObject).flatMap((entry) => harEntry(entry));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      return entry.name.endsWith('.json') ? [path] : [];
    });
}

/**
 * Parses `{request: {method, path, headers, body}, answer: {status, headers, body}}`, the format of contract/examples.
 */
function readPair(text: string, file: string): RecordedTraffic[] {
  const json = jsonOf(text);
  const [request, answer] = [objectIn(json, 'request'), objectIn(json, 'answer')];
  const path = textIn(request, 'path');
  if (request === undefined || answer === undefined || path === undefined) {
    throw new Error(
      `${file} is not a pair {"request": {method, path, headers, body}, "answer": {status, headers, body}}`,
    );
  }
  const type = { 'content-type': 'application/json' };
  return [
    {
      sent: {
        method: textIn(request, 'method') ?? 'POST',
        path,
        headers: namesLower(request.headers),
        body: bodyText(request.body),
      },
      answered: {
        status: Number(answer.status),
        headers: { ...type, ...namesLower(answer.headers) },
        text: bodyText(answer.body) ?? '',
      },
    },
  ];
}

const bodyText = (body: JsonValue | undefined) =>
  body === undefined || typeof body === 'string' ? body : JSON.stringify(body);

function namesLower(headers: JsonValue | undefined): Record<string, string> {
  if (!isJsonObject(headers)) return {};
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function harEntry(entry: JsonObject): RecordedTraffic[] {
  const [request, response] = [objectIn(entry, 'request'), objectIn(entry, 'response')];
  const url = textIn(request, 'url');
  if (request === undefined || response === undefined || url === undefined || !URL.canParse(url)) return [];
  const { pathname, search } = new URL(url);
  const content = objectIn(response, 'content');
  const text = textIn(content, 'text') ?? '';
  const isPacked = textIn(content, 'encoding') === 'base64';
  return [
    {
      sent: {
        method: textIn(request, 'method') ?? 'GET',
        path: `${pathname}${search}`,
        headers: harHeaders(request.headers),
        body: textIn(objectIn(request, 'postData'), 'text'),
      },
      answered: {
        status: Number(response.status),
        headers: harHeaders(response.headers),
        text: isPacked ? Buffer.from(text, 'base64').toString('utf8') : text,
      },
    },
  ];
}

function harHeaders(headers: JsonValue | undefined): Record<string, string> {
  const list = Array.isArray(headers) ? headers.filter(isJsonObject) : [];
  return Object.fromEntries(list.map((one) => [(textIn(one, 'name') ?? '').toLowerCase(), textIn(one, 'value') ?? '']));
}
