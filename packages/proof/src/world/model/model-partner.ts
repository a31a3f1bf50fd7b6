/**
 * The answer of a partner decision system about a message, or why there is none: docs/interface/partner-decision.md.
 */
export interface ModelPartner {
  readonly answer:
    | 'APPROVE'
    | 'DECLINE'
    | 'WOULD_BE_ASKED'
    | 'LATE'
    | 'WRONG'
    | 'UNREACHABLE'
    | 'BREAKER_OPEN'
    | 'TOO_MANY_WAITING'
    | 'NO_TIME'
    | 'OUTDATED';
  readonly actionCode?: '05' | '41' | '51' | '61' | undefined;
  readonly reason?: string | undefined;
  readonly afterMs: number;
  readonly untilMs?: number | undefined;
  /** Decimal texts. Without `perDay`, there is no daily limit. */
  readonly approveUpTo: string;
  readonly perDay?: string | undefined;
}

/** The reason for stand-in; undefined if the answer counts. */
export function standInReason({ answer, untilMs }: ModelPartner, nowMs: number): string | undefined {
  if (answer === 'WOULD_BE_ASKED') return undefined;
  if (answer !== 'APPROVE' && answer !== 'DECLINE') return answer;
  return untilMs !== undefined && nowMs > untilMs ? 'OUTDATED' : undefined;
}

/** Whether stand-in approves an amount. */
export function standInPasses(
  { approveUpTo, perDay }: ModelPartner,
  minor: number,
  usedBefore: number,
  exponent: number,
): boolean {
  const units = (text: string) => Math.round(Number(text) * 10 ** exponent);
  if (minor > units(approveUpTo)) return false;
  return perDay === undefined || usedBefore + minor <= units(perDay);
}
