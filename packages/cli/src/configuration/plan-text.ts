import type { PlannedPromise } from '@cardwright/contract';
import { exampleLine } from '../rules/example-line.ts';
import { type Difference, differencesOf } from './differences.ts';
import type { PlannedChange } from './onboarding-plan.ts';

const SIGNS = { CREATE: '+', CHANGE: '~', REMOVE: '-', PROPOSE: '*', AWAIT: '?', KEEP: '!' } as const;
const WORDS = {
  CREATE: 'create',
  CHANGE: 'change',
  REMOVE: 'remove',
  PROPOSE: 'propose; another person approves it',
  AWAIT: 'is proposed, and waits for the approval of another person',
  KEEP: 'is in the gateway only, and remains. To add it to the folder, run: cardwright pull',
} as const;

/** Describes a change in lines: the action, each difference, and whether a second person is needed. */
export function changeLines({ kind, name, action, before, after, second_person: kinds }: PlannedChange): string[] {
  const verb = kind === 'rule' && action === 'REMOVE' ? 'retire' : WORDS[action];
  const needs = kinds.length === 0 ? '' : `; needs a second person (${kinds.join(', ')})`;
  const head = `${SIGNS[action]} ${kind.replace('_', ' ')} ${name}: ${verb}${needs}`;
  if (action === 'REMOVE' || action === 'KEEP') return [head];
  return [head, ...differencesOf(before ?? {}, after).map(differenceLine)];
}

/** Describes a promise that the planned rules do not keep, with a message that breaks it. */
export function promiseLines({ name, state, now, outcome, by, on, product, example }: PlannedPromise): string[] {
  const verb = outcome === 'NEVER_DECLINED' ? 'never' : 'always';
  const statement = `promise ${name}: ${by === 'DECISION' ? 'decisions' : 'rules'} ${verb} decline ${on === 'authorization' ? 'these payments' : 'these requests for tokens'}`;
  if (state === 'KEPT') return [];
  if (state === 'UNDECIDED') return [`? ${statement}; not decided in time whether the plan keeps it`];
  return [
    `! ${statement}; ${now === 'BROKEN' ? 'it is broken now, and by the plan' : 'the plan breaks it'}${product === undefined ? '' : ` at ${product}`}`,
    ...(example === undefined ? [] : [`    ${exampleLine(example, ' before the plan')}`]),
  ];
}

/** States how many differences remain after applying. */
export function remainingText(count: number): string {
  return count === 1 ? '1 difference remains' : `${count} differences remain`;
}

/** States which command the operator of the servers runs to change their configuration file. */
export function operatorCommand(command: 'plan' | 'apply', root: string): string {
  return `Its operator runs: cardwright ${command} ${root} --config-file FILE`;
}

const SCOPES_OF_MEMBERS: Readonly<Record<string, string>> = { partner: 'authorizations:read', callers: 'people:read' };

/** Lists the members that the gateway did not return, with the reasons. */
export function uncomparedLines(members: readonly string[]): string[] {
  return members.map((name) => {
    const scope = SCOPES_OF_MEMBERS[name];
    const reason = scope === undefined ? '' : `: the client needs the scope ${scope}`;
    return `deployment.${name} is not compared${reason}`;
  });
}

export function differenceLine({ path, before, after }: Difference): string {
  if (path === 'added' || path === 'removed') return `    ${path}: ${(after as string[]).join(', ') || 'none'}`;
  if (before === undefined || before === null) return `    ${path}: ${textOf(after)}`;
  return `    ${path}: ${textOf(before)} -> ${textOf(after)}`;
}

function textOf(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}
