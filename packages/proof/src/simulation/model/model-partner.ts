/** What a bank's own system said about a message, or why it said nothing: docs/interface/partner-decision.md. */
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
  /** Decimal texts; without `perDay` there is no limit a day. */
  readonly approveUpTo: string;
  readonly perDay?: string | undefined;
}

/** Why the stand-in decides; undefined where the answer counts. */
export function whyStandIn({ answer, untilMs }: ModelPartner, nowMs: number): string | undefined {
  if (answer === 'WOULD_BE_ASKED') return undefined;
  if (answer !== 'APPROVE' && answer !== 'DECLINE') return answer;
  return untilMs !== undefined && nowMs > untilMs ? 'OUTDATED' : undefined;
}

/** Whether the stand-in lets an amount pass. */
export function standInPasses(
  { approveUpTo, perDay }: ModelPartner,
  minor: number,
  stoodInBefore: number,
  exponent: number,
): boolean {
  const units = (text: string) => Math.round(Number(text) * 10 ** exponent);
  if (minor > units(approveUpTo)) return false;
  return perDay === undefined || stoodInBefore + minor <= units(perDay);
}
