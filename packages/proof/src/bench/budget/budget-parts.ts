/** The parts of the cost of a message. The first seven run on the main thread of the server. */
export const MAIN_PARTS = ['read', 'authenticate', 'validate', 'decide', 'store', 'respond', 'background'] as const;
export type MainPart = (typeof MAIN_PARTS)[number];

/** `threads`: the other threads of the server, of which most collect garbage. `database`: all its processes. */
export const PARTS = [...MAIN_PARTS, 'threads', 'database'] as const;
export type Part = (typeof PARTS)[number];

/** Assigns code to a part. */
export interface PartRule {
  readonly part: MainPart;
  /** The start of a place: `server/` and other packages of this repository without `dist`, `node:`, or a library. */
  readonly place: string;
  /** Only these functions; absent: all of the place. */
  readonly functions?: readonly string[];
  /**
   * Whether everything that this code calls belongs to the part too; otherwise a rule for the called code is preferred.
   */
  readonly isWhole?: boolean;
}

/** The name that V8 gives to time in which it collects garbage. */
export const GARBAGE_COLLECTOR = '(garbage collector)';

const AUTHORIZATION = 'server/issuing/authorization/';

/**
 * The rule of a stack frame is the first one that matches. Code without a rule belongs to the part of its caller, such
 * as a buffer or a hash, or to `background` where no caller has a part.
 */
export const PART_RULES: readonly PartRule[] = [
  { part: 'background', place: '', functions: [GARBAGE_COLLECTOR] },
  ...['index/', 'statistics/', 'events/', 'reservations/'].map(
    (folder): PartRule => ({ part: 'background', place: AUTHORIZATION + folder, isWhole: true }),
  ),
  { part: 'background', place: 'server/platform/outbox/', isWhole: true },
  { part: 'background', place: 'server/platform/audit/', isWhole: true },
  { part: 'background', place: 'server/host/assembly/observability/', isWhole: true },
  { part: 'background', place: 'prom-client/', isWhole: true },

  ...['store-decisions', 'load-facts', 'load-controls', 'find-cards', 'lane-connection'].map(
    (file): PartRule => ({ part: 'store', place: `${AUTHORIZATION}batch/${file}`, isWhole: true }),
  ),
  {
    part: 'respond',
    place: `${AUTHORIZATION}message/ecommerce-message`,
    functions: ['encodeResponse', 'encodeRefusal'],
    isWhole: true,
  },
  {
    part: 'decide',
    place: `${AUTHORIZATION}batch/batch`,
    functions: ['decideMessage', 'replayOf', 'withStoredKey', 'toPartnerRequest'],
  },
  ...['decision/', 'message/', 'partner/', 'lanes/authorize-ecommerce'].map(
    (place): PartRule => ({ part: 'decide', place: AUTHORIZATION + place }),
  ),
  { part: 'store', place: AUTHORIZATION },
  { part: 'decide', place: 'server/issuing/' },
  { part: 'store', place: 'server/platform/storage/' },
  { part: 'store', place: 'pg' },
  // The HTTP parser reads the sockets of callers itself, so this function reads from the database.
  { part: 'store', place: 'node:internal/stream_base_commons', functions: ['onStreamRead'] },

  { part: 'authenticate', place: 'server/platform/access/' },
  { part: 'authenticate', place: 'server/platform/http/surfaces/surface', functions: ['admissionOf', 'requireScope'] },
  { part: 'authenticate', place: 'jose/' },
  { part: 'validate', place: 'server/platform/operation/read-body', isWhole: true },
  { part: 'validate', place: 'contract/schema/' },
  { part: 'validate', place: 'contract/json/', functions: ['parseJson'], isWhole: true },
  { part: 'validate', place: 'typebox/' },

  { part: 'respond', place: 'fastify/lib/reply' },
  { part: 'respond', place: 'fastify/lib/wrap-thenable' },
  {
    part: 'respond',
    place: 'fastify/lib/hooks',
    functions: ['onSendHookRunner', 'onResponseHookRunner', 'preSerializationHookRunner'],
  },
  { part: 'respond', place: 'node:_http_outgoing' },
  {
    part: 'respond',
    place: 'node:_http_server',
    functions: ['writeHead', '_implicitHeader', 'resOnFinish', 'assignSocket', 'detachSocket', 'ServerResponse'],
  },
  { part: 'respond', place: 'server/platform/http/request-log' },
  { part: 'respond', place: 'server/platform/http/linger' },
  { part: 'respond', place: 'server/platform/http/protection' },
  { part: 'respond', place: 'pino/' },
  { part: 'respond', place: 'node:internal/stream_base_commons', functions: ['onWriteComplete'] },

  { part: 'read', place: 'server/platform/http/' },
  { part: 'read', place: 'server/host/assembly/bare-app' },
  { part: 'read', place: 'fastify/' },
  { part: 'read', place: 'find-my-way/' },
  { part: 'read', place: 'node:_http_' },
  { part: 'read', place: 'node:internal/http' },
  // C++ code outside of any function: mostly the event loop and its reads from sockets.
  { part: 'read', place: '', functions: ['(program)'] },
];
