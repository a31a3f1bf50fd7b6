import {
  type AwaitedStep,
  EMBOSSING_OVERDUE_HOURS,
  EMERGENCY_CHANGE_HOURS,
  MAX_TASKS_OF_KIND,
  scopesOfRoles,
  TASK_KINDS,
  TASK_SCOPES,
} from '@cardwright/contract';
import { type AcquirerDirectory, readPendingApplications } from '../../acquiring/index.ts';
import type { BankDirectory } from '../../issuing/banks/index.ts';
import { readOverdue } from '../../issuing/embossing/index.ts';
import { readProposedVersions } from '../../issuing/rules/index.ts';
import { callerLog } from '../../platform/access/index.ts';
import { readEmergencyChanges, readPendingApprovals } from '../../platform/change-requests/index.ts';
import { hostOf, ownerOf, readFailingEndpoints } from '../../platform/outbox/index.ts';
import { readPeopleOfTenant } from '../../platform/people/index.ts';
import type { ReadTaskPeople, TaskSource } from '../../platform/tasks/index.ts';

const HOUR_MS = 3_600_000;

const changeApprovals: TaskSource = {
  kind: 'CHANGE_APPROVAL',
  prefix: 'change-request',
  async read({ tx, caller, now }) {
    return (await readPendingApprovals(tx, callerLog(caller), now)).map((row) => ({
      id: `change-request:${row.change_request_id}`,
      kind: 'CHANGE_APPROVAL',
      subject: `change-request:${row.change_request_id}`,
      reference: row.change_request_id,
      about: row.subject,
      since: row.proposed_at,
      requestedBy: row.proposed_by,
      requestedByName: row.proposed_by_name,
      barred: [row.proposed_by],
    }));
  },
};

const emergencyChanges: TaskSource = {
  kind: 'EMERGENCY_CHANGE',
  prefix: 'emergency-change',
  async read({ tx, caller, now }) {
    const since = new Date(now.getTime() - EMERGENCY_CHANGE_HOURS * HOUR_MS);
    return (await readEmergencyChanges(tx, callerLog(caller), since)).map((row) => ({
      id: `emergency-change:${row.change_request_id}`,
      kind: 'EMERGENCY_CHANGE',
      subject: `change-request:${row.change_request_id}`,
      reference: row.change_request_id,
      about: row.subject,
      since: row.decided_at ?? row.proposed_at,
      requestedBy: row.decided_by,
      requestedByName: row.decided_by_name,
      barred: [row.proposed_by],
    }));
  },
};

const ruleApprovals: TaskSource = {
  kind: 'RULE_APPROVAL',
  prefix: 'rule',
  async read({ tx, caller: { bankId } }) {
    if (bankId === undefined) return [];
    return (await readProposedVersions(tx, bankId, MAX_TASKS_OF_KIND)).map((row) => ({
      id: `rule:${row.rule_id}:${row.version}`,
      kind: 'RULE_APPROVAL',
      subject: `rule:${row.name}`,
      reference: row.rule_id,
      about: row.name,
      since: row.proposed_at,
      requestedBy: row.proposed_by,
      barred: [row.proposed_by, row.created_by],
    }));
  },
};

function pendingApplications(
  acquirers: AcquirerDirectory,
  kind: 'MERCHANT_REVIEW' | 'MERCHANT_APPROVAL',
  awaiting: AwaitedStep,
): TaskSource {
  const prefix = awaiting.toLowerCase();
  return {
    kind,
    prefix,
    async read({ tx, caller }) {
      const { acquirerId } = caller;
      if (acquirerId === undefined) return [];
      const page = { awaiting, limit: MAX_TASKS_OF_KIND };
      const pending = await readPendingApplications(tx, acquirers, { ...caller, acquirerId }, page);
      return pending.map(({ applicationId: id, merchantName, createdAt }) => ({
        id: `${prefix}:${id}`,
        kind,
        subject: `application:${id}`,
        reference: id,
        about: merchantName,
        since: createdAt,
      }));
    },
  };
}

const failingEndpoints: TaskSource = {
  kind: 'ENDPOINT_FAILING',
  prefix: 'endpoint',
  async read({ tx, caller }) {
    const owner = ownerOf(caller);
    if (!owner.ok) return [];
    return (await readFailingEndpoints(tx, owner.value)).map(({ endpoint_id: id, url, since }) => ({
      id: `endpoint:${id}`,
      kind: 'ENDPOINT_FAILING',
      subject: `webhook-endpoint:${id}`,
      reference: id,
      about: hostOf(url),
      since,
    }));
  },
};

function overdueEmbossing(banks: BankDirectory): TaskSource {
  return {
    kind: 'EMBOSSING_OVERDUE',
    prefix: 'embossing',
    async read({ tx, caller: { bankId = '' }, now }) {
      // a bank without the key of a card bureau has no files
      if (banks.bank(bankId)?.bureauKey === undefined) return [];
      const dueBefore = new Date(now.getTime() - EMBOSSING_OVERDUE_HOURS * HOUR_MS);
      return (await readOverdue(tx, bankId, dueBefore)).map(({ run_number: run, since, cards }) => ({
        id: run === null ? 'embossing:waiting' : `embossing:${run}`,
        kind: 'EMBOSSING_OVERDUE',
        subject: 'embossing',
        reference: run === null ? 'waiting' : String(run),
        about: String(cards),
        since,
      }));
    },
  };
}

/** Returns the sources of the tasks of each kind, except payment requests. */
export function inboxSources(banks: BankDirectory, acquirers: AcquirerDirectory): readonly TaskSource[] {
  const ofBank = [ruleApprovals, overdueEmbossing(banks)];
  const ofAcquirer = [
    pendingApplications(acquirers, 'MERCHANT_REVIEW', 'REVIEW'),
    pendingApplications(acquirers, 'MERCHANT_APPROVAL', 'APPROVAL'),
  ];
  return [changeApprovals, emergencyChanges, ...ofBank, ...ofAcquirer, failingEndpoints];
}

/** Reads the people of a tenant who can do tasks of some kind. */
export const readTaskPeople: ReadTaskPeople = async (tx, caller) => {
  const people = await readPeopleOfTenant(tx, callerLog(caller));
  return people
    .map(({ subject, name, roles }) => {
      const scopes = scopesOfRoles(roles, caller.bankId === undefined ? 'acquirer' : 'bank');
      const kinds = scopes.includes('tasks:read')
        ? TASK_KINDS.filter((kind) => scopes.includes(TASK_SCOPES[kind]))
        : [];
      return { subject, name, kinds };
    })
    .filter(({ kinds }) => kinds.length > 0);
};
