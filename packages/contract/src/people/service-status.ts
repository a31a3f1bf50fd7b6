import Type, { type Static, type TSchema } from 'typebox';
import { instantField, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { DELIVERY_OUTCOMES } from '../webhooks/webhook-endpoint.ts';

/**
 * Paths of what the operator's page in the console shows. They have no version, accept only a session of the operator's
 * people, and are not the address of a page.
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
  node: text(40, { description: 'Version of its Node.js' }),
  started_at: instantField(),
  servers: list(
    record({
      name: text(300, { description: 'Host and process' }),
      seen_at: instantField(),
      problem: orNull(text(1_000), 'Why the server cannot use its keys; null if it can'),
    }),
    { description: 'Servers that reported in the last 20 seconds' },
  ),
  database: record({
    version: text(100, { description: 'Version of PostgreSQL' }),
    bytes: count('Size of the database'),
    replication: orNull(oneOf(['none', 'asynchronous', 'synchronous', 'waiting']), 'Null if it is unknown'),
    standbys: count('Connected standby servers'),
    lag_seconds: orNull(Type.Number(), 'Lag of the slowest standby; null if it is unknown'),
    archived_at: orNull(text(24), 'Time of the last archived WAL segment; null if the database archives none'),
    archive_failed_at: orNull(text(24), 'Time of the last failed archive command, if no later one succeeded'),
  }),
  connections: record({
    idle: count('Free connections of the pool of this server'),
    busy: count('Used connections'),
    waiting: count('Requests that wait for a connection'),
  }),
  authorizations: list(
    record({
      from: instantField(),
      messages: count('Authorizations that were answered'),
      p50_ms: orNull(Type.Number(), 'Median response time; null without messages'),
      p99_ms: orNull(Type.Number(), '99th percentile; null without messages'),
    }),
    { description: 'All banks by hour, latest first' },
  ),
  index: record({
    batches: count('Batches of decisions that are not in the lists yet, counted up to 10,000'),
    oldest_at: orNull(text(24), 'Time of the oldest one; null if there is none'),
  }),
  audit: record({
    unsealed: count('Rows of the audit log that are not sealed yet, counted up to 10,000'),
    oldest_at: orNull(text(24), 'Time of the oldest one; null if there is none'),
  }),
  endpoints: list(
    record({
      tenant: text(100, { description: 'Owner of the endpoint' }),
      endpoint_id: text(40, { description: 'The endpoint' }),
      host: text(300, { description: 'Host of its URL' }),
      state: text(20, { description: 'ACTIVE, PAUSED or DISABLED' }),
      reason: orNull(text(300), 'Why it is disabled; null if the reason quotes the receiver'),
      failing_since: orNull(text(24), 'Start of the current run of failures'),
      last_failure: orNull(
        record({
          at: instantField(),
          outcome: oneOf(DELIVERY_OUTCOMES),
          http_status: orNull(Type.Integer(), 'Null if there was no response'),
          reason: orNull(text(300), 'Note of the server; null if it quotes the receiver'),
        }),
        'The last failed attempt, if it fails or is disabled',
      ),
      pending: count('Messages that wait'),
      pending_since: orNull(text(24), 'Since when the oldest one waits'),
    }),
    { description: 'Endpoints of all tenants that fail, are disabled, or have pending messages' },
  ),
  keys: list(
    record({
      kind: oneOf(['MASTER', 'LOOKUP', 'DATA', 'CONTENT']),
      version: count('Version'),
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
        summary: text(1_000, { description: 'What happens' }),
        since: text(40, { description: 'Time at which the condition began' }),
        runbook: optional(text(300, { description: 'The page of the runbook' })),
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
      detail: text(2_000, { description: 'What the check found' }),
    }),
    { description: 'In the order of the checks' },
  ),
});
export type ServiceChecks = Static<typeof ServiceChecks>;
