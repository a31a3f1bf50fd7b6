import type { AnswerOf } from '@cardwright/sdk/browser';
import { useQuery } from '@tanstack/react-query';
import { callPath, readAnswer } from './session-calls.ts';

/** The interval at which tasks are counted. */
const AGAIN_MS = 60_000;

/**
 * Reads the tasks that wait for this person. The navigation shows their number on every page, so the polling must not
 * prevent the session from becoming idle.
 */
export function useTasks(isEnabled = true) {
  return useQuery({
    queryKey: ['tasks'],
    enabled: isEnabled,
    refetchInterval: AGAIN_MS,
    queryFn: async () => readAnswer<AnswerOf<'tasks.list'>>(await callPath('GET', '/V2/tasks', { isBackground: true })),
  });
}
