import type { BankRule, RuleState, RuleVersion } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import classes from './rules.module.css';

const SENTENCES: Readonly<Record<RuleState, WordKey>> = {
  DRAFT: 'rule.isDraft',
  SHADOW: 'rule.isShadow',
  PROPOSED: 'rule.isProposed',
  LIVE: 'rule.isLive',
  RETIRED: 'rule.isRetired',
};

/** Whether a proposed version ended before it was in force. */
function wasRejected({ state, proposed_at: proposed, live_since: live }: RuleVersion): boolean {
  return state === 'RETIRED' && proposed !== null && live === null;
}

/** A live rule on requests for tokens does not always decline. */
function sentenceOf({ on }: BankRule, shown: RuleVersion): WordKey {
  if (wasRejected(shown)) return 'rule.isRejected';
  return on === 'provisioning' && shown.state === 'LIVE' ? 'tokenRule.isLive' : SENTENCES[shown.state];
}

/** Describes what the version does now, and whether another version is live. */
export function RuleSentence({ rule, shown }: { rule: BankRule; shown: RuleVersion }) {
  const { t } = useWords();
  const live = rule.versions.find(({ state }) => state === 'LIVE');
  return (
    <>
      <p className={classes.sentence}>{t(sentenceOf(rule, shown))}</p>
      {live !== undefined && live !== shown && (
        <p className={classes.dimmed}>{t('rule.otherLive', { version: live.version })}</p>
      )}
    </>
  );
}
