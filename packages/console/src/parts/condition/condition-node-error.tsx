import type { JsonValue } from '@cardwright/contract';
import type { ReactNode } from 'react';
import { useWords } from '../../words/language.ts';
import type { TypedFault } from '../page/findings.tsx';
import classes from './condition.module.css';
import { describeFault, faultsAt } from './condition-faults.ts';

/** A node of a condition, with the faults of the whole condition. */
export interface CheckedNode {
  readonly value: JsonValue;
  /** Path of the node in the condition, as faults name it. */
  readonly path: string;
  readonly faults: readonly TypedFault[];
  /** Whether the user has tried to save. Before that, empty fields show no error. */
  readonly isTried: boolean;
}

/** The first fault of the node, in words. */
export function useNodeError({ value, path, faults }: CheckedNode, isVisible: boolean): ReactNode {
  const { t } = useWords();
  const [fault] = faultsAt(faults, path);
  if (fault === undefined || !isVisible) return undefined;
  const text = describeFault(fault, value);
  return text === undefined ? <bdi>{fault.message}</bdi> : t(...text);
}

export function NodeError({ of, isUnknownForm }: { of: CheckedNode; isUnknownForm: boolean }) {
  const error = useNodeError(of, of.isTried || isUnknownForm);
  return error === undefined ? null : (
    <p className={classes.fault} role="alert">
      {error}
    </p>
  );
}
