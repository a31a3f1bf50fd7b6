import type { ConditionSubject, JsonObject } from '@cardwright/contract';
import { createContext, useContext } from 'react';
import { NEW_TEST } from './condition-draft.ts';

/** The subject of the edited condition: messages, or requests for tokens. */
export const ConditionSubjectContext = createContext<ConditionSubject>('authorization');

export function useConditionSubject(): ConditionSubject {
  return useContext(ConditionSubjectContext);
}

const NEW_TESTS: Readonly<Record<ConditionSubject, JsonObject>> = {
  authorization: NEW_TEST,
  provisioning: { field: 'accountScore', op: 'lte', value: 2 },
};

/** The comparison that the editor adds. */
export function newTestOf(subject: ConditionSubject): JsonObject {
  return NEW_TESTS[subject];
}
