import {
  AlertIcon,
  BlockedIcon,
  CheckCircleIcon,
  CheckIcon,
  ClockIcon,
  EyeClosedIcon,
  HistoryIcon,
  type Icon,
  LockIcon,
  PauseIcon,
  PencilIcon,
  QuestionIcon,
  ReplyIcon,
  SyncIcon,
  XCircleIcon,
} from '../../theme/icons.ts';
import type { WordKey } from '../../words/en.ts';

export type Tone = 'success' | 'danger' | 'warning' | 'info' | 'neutral';

interface KnownStatus {
  readonly word: WordKey;
  readonly icon: Icon;
  readonly tone: Tone;
}

/** The word, icon and tone of each status of the interface, the same everywhere. */
export const STATUSES: Readonly<Record<string, KnownStatus>> = {
  // Decisions.
  APPROVED: { word: 'status.approved', icon: CheckIcon, tone: 'success' },
  APPROVED_WITH_CODE: { word: 'status.approvedWithCode', icon: LockIcon, tone: 'warning' },
  DECLINED: { word: 'status.declined', icon: XCircleIcon, tone: 'danger' },
  RESERVED: { word: 'status.reserved', icon: ClockIcon, tone: 'info' },
  REVERSED: { word: 'status.reversed', icon: ReplyIcon, tone: 'neutral' },
  COMPLETED: { word: 'status.completed', icon: CheckCircleIcon, tone: 'success' },
  EXPIRED: { word: 'status.expired', icon: HistoryIcon, tone: 'neutral' },
  // Events after a decision.
  REVERSAL: { word: 'status.reversed', icon: ReplyIcon, tone: 'neutral' },
  COMPLETION: { word: 'status.completed', icon: CheckCircleIcon, tone: 'success' },
  EXPIRY: { word: 'status.expired', icon: HistoryIcon, tone: 'neutral' },
  DUPLICATE_REFUSED: { word: 'status.duplicate', icon: BlockedIcon, tone: 'danger' },
  // Verdicts of rules.
  PASS: { word: 'status.passed', icon: CheckIcon, tone: 'success' },
  REFUSE: { word: 'status.refused', icon: XCircleIcon, tone: 'danger' },
  // Versions of a program.
  IN_FORCE: { word: 'status.inForce', icon: CheckIcon, tone: 'success' },
  FORMER: { word: 'status.former', icon: HistoryIcon, tone: 'neutral' },
  // Restrictions.
  ALLOWED: { word: 'status.allowed', icon: CheckIcon, tone: 'success' },
  FORBIDDEN: { word: 'status.forbidden', icon: BlockedIcon, tone: 'danger' },
  // Cards and tokens.
  ACTIVE: { word: 'status.active', icon: CheckIcon, tone: 'success' },
  BLOCKED: { word: 'status.blocked', icon: LockIcon, tone: 'warning' },
  LOST: { word: 'status.lost', icon: QuestionIcon, tone: 'danger' },
  STOLEN: { word: 'status.stolen', icon: BlockedIcon, tone: 'danger' },
  CLOSED: { word: 'status.closed', icon: BlockedIcon, tone: 'neutral' },
  REPLACED: { word: 'status.replaced', icon: SyncIcon, tone: 'neutral' },
  REQUESTED: { word: 'status.requested', icon: ClockIcon, tone: 'neutral' },
  PENDING_ACTIVATION: { word: 'status.pendingActivation', icon: ClockIcon, tone: 'warning' },
  SUSPENDED: { word: 'status.suspended', icon: PauseIcon, tone: 'warning' },
  DEACTIVATED: { word: 'status.deactivated', icon: PauseIcon, tone: 'neutral' },
  CANCELLED: { word: 'status.cancelled', icon: XCircleIcon, tone: 'neutral' },
  // Backtests of a whole bank.
  WAITING: { word: 'status.pending', icon: ClockIcon, tone: 'info' },
  RUNNING: { word: 'status.running', icon: SyncIcon, tone: 'info' },
  DONE: { word: 'status.done', icon: CheckCircleIcon, tone: 'success' },
  FAILED: { word: 'status.failed', icon: AlertIcon, tone: 'danger' },
  // Versions of rules.
  DRAFT: { word: 'status.draft', icon: PencilIcon, tone: 'neutral' },
  SHADOW: { word: 'status.shadow', icon: EyeClosedIcon, tone: 'info' },
  PROPOSED: { word: 'status.proposed', icon: ClockIcon, tone: 'warning' },
  LIVE: { word: 'status.live', icon: CheckCircleIcon, tone: 'success' },
  RETIRED: { word: 'status.retired', icon: HistoryIcon, tone: 'neutral' },
  // Files for the card bureau.
  TAKEN: { word: 'embossing.taken', icon: ClockIcon, tone: 'info' },
  WRITTEN: { word: 'embossing.written', icon: CheckIcon, tone: 'success' },
  // Merchants, their applications, and hits of the screening.
  RECEIVED: { word: 'status.received', icon: ClockIcon, tone: 'neutral' },
  SCREENING: { word: 'status.screening', icon: SyncIcon, tone: 'info' },
  PENDING_APPROVAL: { word: 'status.pendingApproval', icon: ClockIcon, tone: 'warning' },
  AWAITING_REVIEW: { word: 'status.awaitingReview', icon: ClockIcon, tone: 'warning' },
  AWAITING_APPROVAL: { word: 'status.awaitingApproval', icon: ClockIcon, tone: 'info' },
  INFORMATION_REQUIRED: { word: 'status.informationRequired', icon: QuestionIcon, tone: 'warning' },
  BOARDED: { word: 'status.boarded', icon: CheckCircleIcon, tone: 'success' },
  MERCHANT_REJECTED: { word: 'status.merchantRejected', icon: XCircleIcon, tone: 'danger' },
  ON_HOLD: { word: 'status.onHold', icon: PauseIcon, tone: 'warning' },
  HIT_OPEN: { word: 'status.hitOpen', icon: QuestionIcon, tone: 'warning' },
  HIT_CLEARED: { word: 'status.hitCleared', icon: CheckIcon, tone: 'success' },
  HIT_CONFIRMED: { word: 'status.hitConfirmed', icon: BlockedIcon, tone: 'danger' },
  DELETED: { word: 'status.deleted', icon: BlockedIcon, tone: 'neutral' },
  // Endpoints.
  HEALTHY: { word: 'status.healthy', icon: CheckIcon, tone: 'success' },
  FAILING: { word: 'status.failing', icon: AlertIcon, tone: 'danger' },
  PAUSED: { word: 'status.paused', icon: PauseIcon, tone: 'warning' },
  DISABLED: { word: 'status.disabled', icon: BlockedIcon, tone: 'danger' },
  // Messages to endpoints, and attempts to deliver them.
  PENDING: { word: 'status.pending', icon: ClockIcon, tone: 'info' },
  DELIVERED: { word: 'status.delivered', icon: CheckIcon, tone: 'success' },
  DEAD: { word: 'status.dead', icon: XCircleIcon, tone: 'danger' },
  SKIPPED: { word: 'status.skipped', icon: ReplyIcon, tone: 'neutral' },
  APPLIED: { word: 'status.applied', icon: CheckCircleIcon, tone: 'success' },
  WITHDRAWN: { word: 'status.withdrawn', icon: ReplyIcon, tone: 'neutral' },
  REJECTED: { word: 'status.rejected', icon: XCircleIcon, tone: 'danger' },
  UNREACHABLE: { word: 'status.unreachable', icon: AlertIcon, tone: 'danger' },
  TIMED_OUT: { word: 'status.timedOut', icon: ClockIcon, tone: 'danger' },
  REDIRECTED: { word: 'status.redirected', icon: ReplyIcon, tone: 'danger' },
  BAD_ANSWER: { word: 'status.badAnswer', icon: QuestionIcon, tone: 'danger' },
  GONE: { word: 'status.gone', icon: BlockedIcon, tone: 'danger' },
  ADDRESS_REFUSED: { word: 'status.addressRefused', icon: LockIcon, tone: 'danger' },
  NO_SCOPE: { word: 'status.noScope', icon: LockIcon, tone: 'danger' },
  NO_TOKEN: { word: 'status.noToken', icon: LockIcon, tone: 'danger' },
};
