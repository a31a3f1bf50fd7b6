import {
  ECHOED_HEADER_FIELDS,
  ERRORS,
  type ErrorCode,
  type ErrorName,
  type Finding,
  firstCharacters,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberText,
  type OutcomeType,
  requestRoot,
  responseRoot,
  SUCCESS,
  writeJson,
} from '@cardwright/contract';
import type { Calendar } from '../../kernel/time/calendar.ts';
import { renderFinding } from './render-finding.ts';

/** Name of the answering application in exception_details (max 20). */
const APPLICATION_NAME = 'CARDWRIGHT';
const DESCRIPTION_MAX = 100;
const DATA_MAX = 200;

export interface EnvelopeShape {
  readonly prefix: string;
  readonly responseKey: string;
  readonly responseFunction: string;
  readonly time: string;
  /** The request's header, as far as it could be read. */
  readonly header: JsonObject;
  /** The request's id, the type of the outcome and its data, for exception_details with trace. */
  readonly trace: string | undefined;
}

interface Outcome {
  readonly code: ErrorCode | typeof SUCCESS.code;
  readonly type: OutcomeType;
  readonly text: string;
  readonly data: string;
}

/** @param body undefined for an operation without a body in its answer */
export function renderSuccess(shape: EnvelopeShape, body: JsonObject | undefined, detail = ''): string {
  return render(shape, { ...SUCCESS, type: 'SUCCESS', data: detail }, body);
}

/** Status F, with all findings in the body; the description names the first. */
export function renderFailure(
  shape: EnvelopeShape,
  error: ErrorName,
  findings: readonly Finding[],
  detail?: string,
): string {
  const { code, kind, text } = ERRORS[error];
  const [first] = findings;
  const description =
    first === undefined || first.path === ''
      ? (first?.message ?? text)
      : `${first.path} ${renderFinding(first).message}`;
  const errors = findings.map(renderFinding).map(({ path, code, message }) => ({
    path: firstCharacters(path, 200),
    code,
    message: firstCharacters(message, 200),
  }));
  return render(shape, { code, type: kind, text: description, data: detail ?? first?.path ?? '' }, { errors });
}

function render(shape: EnvelopeShape, { code, type, text, data }: Outcome, body: JsonObject | undefined): string {
  const trackingId = headerText(shape.header.tracking_id);
  const answer = {
    header: {
      ...echo(shape.header),
      msg_function: shape.responseFunction,
      timestamp: shape.time,
    },
    exception_details: {
      application_name: APPLICATION_NAME,
      date_time: shape.time,
      status: type === 'SUCCESS' ? 'S' : 'F',
      error_code: code,
      error_description: firstCharacters(text, DESCRIPTION_MAX),
      transaction_ref_id:
        trackingId === undefined ? null : firstCharacters(trackingId, ECHOED_HEADER_FIELDS.tracking_id),
      ...(shape.trace !== undefined && { trace: shape.trace, type, data: firstCharacters(data, DATA_MAX) }),
    },
    ...(body !== undefined && { body }),
  };
  return writeJson({ [responseRoot(shape.prefix)]: { [shape.responseKey]: answer } });
}

/**
 * Repeats the request's header, cut to the table's maxima, which answers must keep
 * (docs/interface/requests.md#response-header). A mandatory field that could not be read is empty; an absent
 * optional one stays absent.
 */
function echo(header: JsonObject): Record<string, string> {
  const echoed: Record<string, string> = {};
  for (const [field, max] of Object.entries(ECHOED_HEADER_FIELDS)) {
    const text = headerText(header[field]);
    const isOptional = field === 'tracking_id' || field === 'instance_id';
    if (text !== undefined) echoed[field] = firstCharacters(text, max);
    else if (!isOptional) echoed[field] = '';
  }
  return echoed;
}

function headerText(value: JsonValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : numberText(value);
}

/** Returns the header of the body, whatever else is wrong with the body; empty if there is none. */
export function readableHeader(body: JsonObject, prefix: string, requestKey: string | undefined): JsonObject {
  const root = body[requestRoot(prefix)];
  if (!isJsonObject(root)) return {};
  const operation = requestKey === undefined ? Object.values(root)[0] : root[requestKey];
  if (!isJsonObject(operation) || !isJsonObject(operation.header)) return {};
  return operation.header;
}

export function responseTime(calendar: Calendar, now: Date, form: 'local' | 'iso'): string {
  return form === 'iso' ? calendar.isoTime(now) : calendar.headerTime(now);
}
