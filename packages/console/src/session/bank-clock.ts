import { useQuery } from '@tanstack/react-query';

const MINUTE_MS = 60_000;

/** How far the sandbox's clock is ahead of this one, or null if the server is not a sandbox. */
async function readOffset(): Promise<number | null> {
  const answer = await fetch('/sandbox/clock');
  if (!answer.ok) return null;
  const { now }: { now: string } = await answer.json();
  return Date.parse(now) - Date.now();
}

/**
 * The offset of the clock. Undefined while it loads. If it cannot be read, the clock of this machine applies, so that
 * the page still works.
 */
export function useClockOffset(): number | null | undefined {
  const offset = useQuery({ queryKey: ['sandbox-clock'], queryFn: readOffset, refetchInterval: MINUTE_MS, retry: 1 });
  return offset.data === undefined && offset.isError ? null : offset.data;
}
