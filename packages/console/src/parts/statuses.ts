import {
  BlockedIcon,
  CheckCircleIcon,
  CheckIcon,
  ClockIcon,
  HistoryIcon,
  type Icon,
  LockIcon,
  PauseIcon,
  QuestionIcon,
  ReplyIcon,
  SyncIcon,
  XCircleIcon,
} from '../theme/icons.ts';
import type { WordKey } from '../words/en.ts';

export type Tone = 'good' | 'bad' | 'held' | 'told' | 'quiet';

interface KnownStatus {
  readonly word: WordKey;
  readonly icon: Icon;
  readonly tone: Tone;
}

/** Each status of the interface has one word, one shape and one tone, wherever it stands. */
export const STATUSES: Readonly<Record<string, KnownStatus>> = {
  // decisions
  APPROVED: { word: 'status.approved', icon: CheckIcon, tone: 'good' },
  DECLINED: { word: 'status.declined', icon: XCircleIcon, tone: 'bad' },
  RESERVED: { word: 'status.reserved', icon: ClockIcon, tone: 'told' },
  REVERSED: { word: 'status.reversed', icon: ReplyIcon, tone: 'quiet' },
  COMPLETED: { word: 'status.completed', icon: CheckCircleIcon, tone: 'good' },
  EXPIRED: { word: 'status.expired', icon: HistoryIcon, tone: 'quiet' },
  // what followed a decision
  REVERSAL: { word: 'status.reversed', icon: ReplyIcon, tone: 'quiet' },
  COMPLETION: { word: 'status.completed', icon: CheckCircleIcon, tone: 'good' },
  EXPIRY: { word: 'status.expired', icon: HistoryIcon, tone: 'quiet' },
  DUPLICATE_REFUSED: { word: 'status.duplicate', icon: BlockedIcon, tone: 'bad' },
  // the verdicts of rules
  PASS: { word: 'status.passed', icon: CheckIcon, tone: 'good' },
  REFUSE: { word: 'status.refused', icon: XCircleIcon, tone: 'bad' },
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
  DELETED: { word: 'status.deleted', icon: BlockedIcon, tone: 'quiet' },
};
