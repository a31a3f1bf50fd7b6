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
function sentenceOf({ on }: BankRule, displayed: RuleVersion): WordKey {
  if (wasRejected(displayed)) return 'rule.isRejected';
  return on === 'provisioning' && displayed.state === 'LIVE' ? 'tokenRule.isLive' : SENTENCES[displayed.state];
}

/** Describes what the version does now, and whether another version is live. */
export function RuleSentence({ rule, displayed }: { rule: BankRule; displayed: RuleVersion }) {
  const { t } = useWords();
  const live = rule.versions.find(({ state }) => state === 'LIVE');
  return (
    <>
      <p className={classes.sentence}>{t(sentenceOf(rule, displayed))}</p>
      {live !== undefined && live !== displayed && (
        <p className={classes.dimmed}>{t('rule.otherLive', { version: live.version })}</p>
      )}
    </>
  );
}
