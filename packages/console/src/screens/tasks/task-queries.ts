import type { ParametersOf } from '@cardwright/sdk/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';

/** Changes tasks, and invalidates the list and the queries that a decision affects. */
export function useTaskChanges() {
  const { tasks } = useClient();
  const cache = useQueryClient();
  const after = async (request: PromiseLike<unknown>) => {
    await request;
    await cache.invalidateQueries();
  };
  return {
    assign: (id: string, assignee: string | null) => after(tasks.assign(id, { assignee })),
    comment: (id: string, text: string) => after(tasks.comment(id, { text })),
    decide: (id: string, decision: ParametersOf<'tasks.decidePaymentRequest'>) =>
      after(tasks.decidePaymentRequest(id, decision)),
    finish: (id: string) => after(tasks.finishPaymentRequest(id)),
  };
}
