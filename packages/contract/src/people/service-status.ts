import Type, { type Static, type TSchema } from 'typebox';
import { instantField, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { DELIVERY_OUTCOMES } from '../webhooks/webhook-endpoint.ts';

/**
 * Paths of the data for the operator's page in the console. They have no version and accept only sessions of the
 * operator's people. The page itself has another address.
 */
export const SERVICE_PATH = '/console/service-status';
export const SERVICE_CHECKS_PATH = '/console/service-checks';

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const count = (description: string) => Type.Integer({ description });

/** The status of the whole service, for the operator. It has no card, no customer and no amount. */
export const ServiceStatus = record({
  at: instantField(),
  mode: text(20, { description: 'sandbox or production' }),
  version: text(40, { description: 'Version of the server that processed the request' }),
  node: text(40, { description: 'Version of Node.js on that server' }),
  started_at: instantField(),
  servers: list(
    record({
      name: text(300, { description: 'Host and process' }),
      seen_at: instantField(),
      problem: orNull(text(1_000), 'Reason why the server cannot use its keys; null if it can'),
    }),
    { description: 'Servers that reported in the last 20 seconds' },
  ),
  database: record({
    version: text(100, { description: 'Version of PostgreSQL' }),
    bytes: count('Size of the database in bytes'),
    replication: orNull(oneOf(['none', 'asynchronous', 'synchronous', 'waiting']), 'Replication mode; null if unknown'),
    standbys: count('Number of connected standby servers'),
    lag_seconds: orNull(Type.Number(), 'Lag of the slowest standby; null if unknown'),
    archived_at: orNull(text(24), 'Time of the last archived WAL segment; null if the database archives none'),
    archive_failed_at: orNull(text(24), 'Time of the last failed archive command, if no later one succeeded'),
  }),
  connections: record({
    idle: count('Idle connections in the pool of this server'),
    busy: count('Connections in use'),
    waiting: count('Requests waiting for a connection'),
  }),
  authorizations: list(
    record({
      from: instantField(),
      messages: count('Number of authorizations with a response'),
      p50_ms: orNull(Type.Number(), 'Median response time; null without messages'),
      p99_ms: orNull(Type.Number(), '99th percentile; null without messages'),
    }),
    { description: 'Authorizations of all banks by hour, latest first' },
  ),
  index: record({
    batches: count('Number of batches of decisions that are not indexed in lists yet, counted up to 10,000'),
    oldest_at: orNull(text(24), 'Time of the oldest; null if there is none'),
  }),
  audit: record({
    unsealed: count('Number of audit rows that are not sealed yet, counted up to 10,000'),
    oldest_at: orNull(text(24), 'Time of the oldest; null if there is none'),
  }),
  endpoints: list(
    record({
      tenant: text(100, { description: 'Owner of the endpoint' }),
      endpoint_id: text(40, { description: 'Id of the endpoint' }),
      host: text(300, { description: 'Host of its URL' }),
      state: text(20, { description: 'ACTIVE, PAUSED or DISABLED' }),
      reason: orNull(text(300), 'Reason why the endpoint is disabled; null if it quotes the receiver'),
      failing_since: orNull(text(24), 'Start of the current run of failures'),
      last_failure: orNull(
        record({
          at: instantField(),
          outcome: oneOf(DELIVERY_OUTCOMES),
          http_status: orNull(Type.Integer(), 'HTTP status; null if there was no response'),
          reason: orNull(text(300), 'Note of the server; null if it quotes the receiver'),
        }),
        'Last failed attempt, if the endpoint fails or is disabled',
      ),
      pending: count('Number of pending messages'),
      pending_since: orNull(text(24), 'Time since which the oldest message is pending'),
    }),
    { description: 'Endpoints of all tenants that fail, are disabled, or have pending messages' },
  ),
  keys: list(
    record({
      kind: oneOf(['MASTER', 'LOOKUP', 'DATA', 'CONTENT']),
      version: count('Version of the key'),
      state: text(20, { description: 'State of the key' }),
      created_at: instantField(),
    }),
    { description: 'All keys that are not retired, without key material' },
  ),
  alerts: record({
    source: oneOf(['prometheus', 'unreachable', 'none'], {
      description: 'none: CARDWRIGHT_PROMETHEUS_URL is not set; unreachable: Prometheus did not respond',
    }),
    firing: list(
      record({
        name: text(200, { description: 'Name of the alert' }),
        severity: text(40, { description: 'critical or warning' }),
        summary: text(1_000, { description: 'Summary of the alert' }),
        since: text(40, { description: 'Start of the condition' }),
        runbook: optional(text(300, { description: 'URL of the runbook page' })),
      }),
      { description: 'Firing alerts' },
    ),
  }),
});
export type ServiceStatus = Static<typeof ServiceStatus>;

/** The results of a run of `cardwright doctor` on the server. */
export const ServiceChecks = record({
  at: instantField(),
  duration_ms: count('Duration of all checks'),
  checks: list(
    record({
      name: text(100, { description: 'Name of the check' }),
      status: oneOf(['pass', 'warn', 'fail']),
      detail: text(2_000, { description: 'Result of the check' }),
    }),
    { description: 'Checks in order' },
  ),
});
export type ServiceChecks = Static<typeof ServiceChecks>;
