import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { LanguageChoice } from '../parts/page/language-choice.tsx';
import frame from '../parts/page/page-frame.module.css';
import { useSession } from '../session/session.ts';
import { SearchIcon, ThreeBarsIcon } from '../theme/icons.ts';
import { useWords } from '../words/language.ts';
import { SandboxClock } from './sandbox-clock.tsx';
import classes from './top-bar.module.css';
import { useSearchHint } from './use-search-hint.ts';
import { UserMenu } from './user-menu.tsx';

interface Opened {
  readonly openSearch: () => void;
  readonly openSheet: () => void;
}

export function TopBar({ openSearch, openSheet }: Opened) {
  const { t } = useWords();
  const { house } = useSession();
  const hint = useSearchHint();
  return (
    <header className={frame.bar}>
      <ActionIcon
        className={frame.sheet}
        variant="subtle"
        color="gray"
        size="lg"
        onClick={openSheet}
        aria-label={t('frame.work')}
      >
        <ThreeBarsIcon size={18} aria-hidden />
      </ActionIcon>
      <UnstyledButton className={frame.search} onClick={openSearch}>
        <SearchIcon size={16} aria-hidden />
        <span className={frame.hint}>{hint}</span>
        <Kbd size="xs" className={classes.key}>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <div className={classes.end}>
        <SandboxClock />
        <bdi className={classes.tenant}>{house.name}</bdi>
        <span className={classes.language}>
          <LanguageChoice />
        </span>
        <UserMenu />
      </div>
    </header>
  );
}
