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

export type Tone = 'good' | 'bad' | 'held' | 'told' | 'quiet';

interface KnownStatus {
  readonly word: WordKey;
  readonly icon: Icon;
  readonly tone: Tone;
}

/** The word, icon and tone of each status of the interface, the same everywhere. */
export const STATUSES: Readonly<Record<string, KnownStatus>> = {
  // decisions
  APPROVED: { word: 'status.approved', icon: CheckIcon, tone: 'good' },
  APPROVED_WITH_CODE: { word: 'status.approvedWithCode', icon: LockIcon, tone: 'held' },
  DECLINED: { word: 'status.declined', icon: XCircleIcon, tone: 'bad' },
  RESERVED: { word: 'status.reserved', icon: ClockIcon, tone: 'told' },
  REVERSED: { word: 'status.reversed', icon: ReplyIcon, tone: 'quiet' },
  COMPLETED: { word: 'status.completed', icon: CheckCircleIcon, tone: 'good' },
  EXPIRED: { word: 'status.expired', icon: HistoryIcon, tone: 'quiet' },
  // events after a decision
  REVERSAL: { word: 'status.reversed', icon: ReplyIcon, tone: 'quiet' },
  COMPLETION: { word: 'status.completed', icon: CheckCircleIcon, tone: 'good' },
  EXPIRY: { word: 'status.expired', icon: HistoryIcon, tone: 'quiet' },
  DUPLICATE_REFUSED: { word: 'status.duplicate', icon: BlockedIcon, tone: 'bad' },
  // the verdicts of rules
  PASS: { word: 'status.passed', icon: CheckIcon, tone: 'good' },
  REFUSE: { word: 'status.refused', icon: XCircleIcon, tone: 'bad' },
  // versions of a program
  IN_FORCE: { word: 'status.inForce', icon: CheckIcon, tone: 'good' },
  FORMER: { word: 'status.former', icon: HistoryIcon, tone: 'quiet' },
  // restrictions
  ALLOWED: { word: 'status.allowed', icon: CheckIcon, tone: 'good' },
  FORBIDDEN: { word: 'status.forbidden', icon: BlockedIcon, tone: 'bad' },
  // cards and tokens
  ACTIVE: { word: 'status.active', icon: CheckIcon, tone: 'good' },
  BLOCKED: { word: 'status.blocked', icon: LockIcon, tone: 'held' },
  LOST: { word: 'status.lost', icon: QuestionIcon, tone: 'bad' },
  STOLEN: { word: 'status.stolen', icon: BlockedIcon, tone: 'bad' },
  CLOSED: { word: 'status.closed', icon: BlockedIcon, tone: 'quiet' },
  REPLACED: { word: 'status.replaced', icon: SyncIcon, tone: 'quiet' },
  REQUESTED: { word: 'status.requested', icon: ClockIcon, tone: 'quiet' },
  PENDING_ACTIVATION: { word: 'status.pendingActivation', icon: ClockIcon, tone: 'held' },
  SUSPENDED: { word: 'status.suspended', icon: PauseIcon, tone: 'held' },
  DEACTIVATED: { word: 'status.deactivated', icon: PauseIcon, tone: 'quiet' },
  CANCELLED: { word: 'status.cancelled', icon: XCircleIcon, tone: 'quiet' },
  // backtests of a whole bank
  WAITING: { word: 'status.pending', icon: ClockIcon, tone: 'told' },
  RUNNING: { word: 'status.running', icon: SyncIcon, tone: 'told' },
  DONE: { word: 'status.done', icon: CheckCircleIcon, tone: 'good' },
  FAILED: { word: 'status.failed', icon: AlertIcon, tone: 'bad' },
  // versions of rules
  DRAFT: { word: 'status.draft', icon: PencilIcon, tone: 'quiet' },
  SHADOW: { word: 'status.shadow', icon: EyeClosedIcon, tone: 'told' },
  PROPOSED: { word: 'status.proposed', icon: ClockIcon, tone: 'held' },
  LIVE: { word: 'status.live', icon: CheckCircleIcon, tone: 'good' },
  RETIRED: { word: 'status.retired', icon: HistoryIcon, tone: 'quiet' },
  // files for the card bureau
  TAKEN: { word: 'embossing.taken', icon: ClockIcon, tone: 'told' },
  WRITTEN: { word: 'embossing.written', icon: CheckIcon, tone: 'good' },
  // merchants, their applications, and hits of the screening
  RECEIVED: { word: 'status.received', icon: ClockIcon, tone: 'quiet' },
  SCREENING: { word: 'status.screening', icon: SyncIcon, tone: 'told' },
  PENDING_APPROVAL: { word: 'status.pendingApproval', icon: ClockIcon, tone: 'held' },
  AWAITING_REVIEW: { word: 'status.awaitingReview', icon: ClockIcon, tone: 'held' },
  AWAITING_APPROVAL: { word: 'status.awaitingApproval', icon: ClockIcon, tone: 'told' },
  INFORMATION_REQUIRED: { word: 'status.informationRequired', icon: QuestionIcon, tone: 'held' },
  BOARDED: { word: 'status.boarded', icon: CheckCircleIcon, tone: 'good' },
  MERCHANT_REJECTED: { word: 'status.merchantRejected', icon: XCircleIcon, tone: 'bad' },
  ON_HOLD: { word: 'status.onHold', icon: PauseIcon, tone: 'held' },
  HIT_OPEN: { word: 'status.hitOpen', icon: QuestionIcon, tone: 'held' },
  HIT_CLEARED: { word: 'status.hitCleared', icon: CheckIcon, tone: 'good' },
  HIT_CONFIRMED: { word: 'status.hitConfirmed', icon: BlockedIcon, tone: 'bad' },
  DELETED: { word: 'status.deleted', icon: BlockedIcon, tone: 'quiet' },
  // endpoints
  HEALTHY: { word: 'status.healthy', icon: CheckIcon, tone: 'good' },
  FAILING: { word: 'status.failing', icon: AlertIcon, tone: 'bad' },
  PAUSED: { word: 'status.paused', icon: PauseIcon, tone: 'held' },
  DISABLED: { word: 'status.disabled', icon: BlockedIcon, tone: 'bad' },
  // messages to endpoints, and attempts to deliver them
  PENDING: { word: 'status.pending', icon: ClockIcon, tone: 'told' },
  DELIVERED: { word: 'status.delivered', icon: CheckIcon, tone: 'good' },
  DEAD: { word: 'status.dead', icon: XCircleIcon, tone: 'bad' },
  SKIPPED: { word: 'status.skipped', icon: ReplyIcon, tone: 'quiet' },
  REJECTED: { word: 'status.rejected', icon: XCircleIcon, tone: 'bad' },
  UNREACHABLE: { word: 'status.unreachable', icon: AlertIcon, tone: 'bad' },
  TIMED_OUT: { word: 'status.timedOut', icon: ClockIcon, tone: 'bad' },
  REDIRECTED: { word: 'status.redirected', icon: ReplyIcon, tone: 'bad' },
  BAD_ANSWER: { word: 'status.badAnswer', icon: QuestionIcon, tone: 'bad' },
  GONE: { word: 'status.gone', icon: BlockedIcon, tone: 'bad' },
  ADDRESS_REFUSED: { word: 'status.addressRefused', icon: LockIcon, tone: 'bad' },
  NO_SCOPE: { word: 'status.noScope', icon: LockIcon, tone: 'bad' },
  NO_TOKEN: { word: 'status.noToken', icon: LockIcon, tone: 'bad' },
};
