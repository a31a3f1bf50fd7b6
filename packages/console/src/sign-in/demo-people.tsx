import { UnstyledButton } from '@mantine/core';
import { ROLE_WORDS } from '../session/roles.ts';
import type { SignInChoices } from '../session/session-data.ts';
import { PersonIcon } from '../theme/icons.ts';
import { useWords } from '../words/language.ts';
import classes from './sign-in-page.module.css';

type DemoPerson = NonNullable<SignInChoices['demo_people']>[number];

interface Picking {
  readonly people: readonly DemoPerson[];
  readonly pick: (id: string) => void;
  readonly picked: string | undefined;
}

/** Lists one person for each role in a sandbox. Selecting one signs in. */
export function DemoPeople({ people, pick, picked }: Picking) {
  const { t } = useWords();
  return (
    <section aria-labelledby="demo-people">
      <h2 id="demo-people" className={classes.subtitle}>
        {t('signIn.demo')}
      </h2>
      <p className={classes.about}>{t('signIn.demoAbout')}</p>
      <ul className={classes.people}>
        {people.map(({ id, name, role, house }) => (
          <li key={id}>
            <UnstyledButton
              className={classes.person}
              onClick={() => pick(id)}
              aria-busy={picked === id}
              data-person={id}
            >
              <PersonIcon size={20} aria-hidden />
              <span className={classes.who}>
                <bdi className={classes.name}>{name}</bdi>
                <span className={classes.about}>
                  {t(ROLE_WORDS[role].name)} · <bdi>{house.name}</bdi>
                </span>
                <span className={classes.does}>{t(ROLE_WORDS[role].does)}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
