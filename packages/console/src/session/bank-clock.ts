import { useQuery } from '@tanstack/react-query';

const MINUTE_MS = 60_000;

/** How far the sandbox's clock is ahead of this one, or null where no sandbox is. */
async function readOffset(): Promise<number | null> {
  const answer = await fetch('/sandbox/clock');
  if (!answer.ok) return null;
  const { now }: { now: string } = await answer.json();
  return Date.parse(now) - Date.now();
}

/** Undefined as long as it is not known. Where it cannot be asked for, this machine's own time holds: better than no page. */
export function useClockOffset(): number | null | undefined {
  const offset = useQuery({ queryKey: ['sandbox-clock'], queryFn: readOffset, refetchInterval: MINUTE_MS, retry: 1 });
  return offset.data === undefined && offset.isError ? null : offset.data;
}
