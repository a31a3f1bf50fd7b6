import { type Deployment, writeAuditOnly } from '@cardwright/server';

/** Records in a log that someone verified or exported it. */
export function recordAuditCommand(
  deployment: Deployment,
  log: string,
  operation: string,
  outcome: string,
  details: object,
): Promise<void> {
  return writeAuditOnly(deployment.database, log, deployment.clock.now(), {
    actor: deployment.actor,
    operation,
    subject: 'audit',
    outcome,
    requestId: deployment.requestId,
    details: { ...details },
  });
}
