import type { Profiler } from 'node:inspector';
import { GARBAGE_COLLECTOR, MAIN_PARTS, type MainPart, type PartRule } from './budget-parts.ts';

export interface ProfileShares {
  /** The share of each part in the time that the thread worked. The shares add up to 1. */
  readonly parts: Readonly<Record<MainPart, number>>;
  /** The share of garbage collection on this thread, which is a part of `background`. */
  readonly garbage: number;
}

interface Ownership {
  readonly part: MainPart;
  readonly isWhole: boolean;
}

type ProfileNode = Profiler.ProfileNode;
type CallFrame = Profiler.ProfileNode['callFrame'];

const UNATTRIBUTED: Ownership = { part: 'background', isWhole: false };
const IDLE = '(idle)';

/**
 * Divides the samples of CPU profiles among the parts: each belongs to the deepest frame of its stack that has a rule.
 */
export function attributeProfiles(profiles: readonly Profiler.Profile[], rules: readonly PartRule[]): ProfileShares {
  const samples = Object.fromEntries(MAIN_PARTS.map((part) => [part, 0])) as Record<MainPart, number>;
  let garbage = 0;
  for (const { nodes } of profiles) {
    eachNode(nodes, rules, ({ hitCount = 0, callFrame }, part) => {
      if (callFrame.functionName === IDLE) return;
      samples[part] += hitCount;
      if (callFrame.functionName === GARBAGE_COLLECTOR) garbage += hitCount;
    });
  }
  const total = Math.max(
    1,
    MAIN_PARTS.reduce((sum, part) => sum + samples[part], 0),
  );
  for (const part of MAIN_PARTS) samples[part] /= total;
  return { parts: samples, garbage: garbage / total };
}

/** Returns the functions with the largest self time, each with its part. */
export function largestFunctions(
  profiles: readonly Profiler.Profile[],
  rules: readonly PartRule[],
  count: number,
): { readonly name: string; readonly part: MainPart; readonly share: number }[] {
  const found = new Map<string, { name: string; part: MainPart; share: number }>();
  let total = 0;
  for (const { nodes } of profiles) {
    eachNode(nodes, rules, ({ hitCount = 0, callFrame }, part) => {
      if (hitCount === 0 || callFrame.functionName === IDLE) return;
      total += hitCount;
      const name = `${callFrame.functionName || '(anonymous)'} ${placeOf(callFrame.url)}:${callFrame.lineNumber + 1}`;
      const key = `${name} ${part}`;
      const one = found.get(key) ?? { name, part, share: 0 };
      one.share += hitCount;
      found.set(key, one);
    });
  }
  const largest = [...found.values()].toSorted((one, other) => other.share - one.share).slice(0, count);
  return largest.map((one) => ({ ...one, share: one.share / total }));
}

/** Returns a place in the form of the rules. */
export function placeOf(url: string): string {
  const installed = url.lastIndexOf('/node_modules/');
  if (installed >= 0) return url.slice(installed + '/node_modules/'.length);
  const own = /\/packages\/([^/]+)\/dist\/(.*)$/.exec(url);
  return own === null ? url : `${own[1]}/${own[2]}`;
}

function eachNode(
  nodes: readonly ProfileNode[],
  rules: readonly PartRule[],
  visit: (node: ProfileNode, part: MainPart) => void,
): void {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const called = new Set(nodes.flatMap(({ children = [] }) => children));
  const open = nodes.filter(({ id }) => !called.has(id)).map((node) => ({ node, owner: UNATTRIBUTED }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, owner } = next;
    const rule = owner.isWhole ? undefined : ruleOf(node.callFrame, rules);
    const own = rule === undefined ? owner : { part: rule.part, isWhole: rule.isWhole ?? false };
    visit(node, own.part);
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child !== undefined) open.push({ node: child, owner: own });
    }
  }
}

function ruleOf({ functionName, url }: CallFrame, rules: readonly PartRule[]): PartRule | undefined {
  const place = placeOf(url);
  return rules.find(
    (rule) => place.startsWith(rule.place) && (rule.functions === undefined || rule.functions.includes(functionName)),
  );
}
