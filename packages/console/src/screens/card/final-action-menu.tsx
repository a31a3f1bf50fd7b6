import { Button, Menu } from '@mantine/core';
import { ChevronDownIcon } from '../../theme/icons.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import type { CardChange } from './card-changes.ts';
import classes from './final-action-menu.module.css';
import type { ReissueStatus } from './reissue-dialog.tsx';

const REISSUE_WORDS: Readonly<Record<ReissueStatus, WordKey>> = { LOST: 'reissue.lost', STOLEN: 'reissue.stolen' };

interface Parts {
  readonly changes: readonly CardChange[];
  readonly reissues: readonly ReissueStatus[];
  readonly choose: (change: CardChange) => void;
  readonly chooseReissue: (status: ReissueStatus) => void;
}

/** The irreversible actions for a card. A reissue and a replacement state whether the number changes. */
export function FinalActionMenu({ changes, reissues, choose, chooseReissue }: Parts) {
  const { t } = useWords();
  if (changes.length + reissues.length === 0) return null;
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDownIcon aria-hidden />}>
          {t('card.forGood')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {reissues.map((status) => (
          <Menu.Item key={status} onClick={() => chooseReissue(status)}>
            {t(REISSUE_WORDS[status])}
            <span className={classes.about}>{t('card.about.reissue')}</span>
          </Menu.Item>
        ))}
        {changes.map((change) => (
          <Menu.Item key={change.status} onClick={() => choose(change)}>
            {t(change.verb)}
            {change.status === 'REPLACED' && <span className={classes.about}>{t('card.about.replace')}</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
