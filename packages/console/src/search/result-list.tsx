import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useOption } from '../parts/palette/palette-context.ts';
import { useWords } from '../words/language.ts';
import classes from './result-list.module.css';
import type { SearchGroup, SearchItem } from './search-item.ts';

/** Lists the results on a page, as links. */
export function ResultList({ items }: { items: readonly SearchItem[] }) {
  const { t } = useWords();
  return (
    <ul className={classes.list} aria-label={t('search.found')}>
      {items.map((item) => (
        <li key={item.id}>
          <Target item={item} />
        </li>
      ))}
    </ul>
  );
}

/** Lists the results of the palette, as options of its input. */
export function OptionList({ groups, isBusy }: { groups: readonly SearchGroup[]; isBusy: boolean }) {
  const { t } = useWords();
  return (
    <div role="listbox" className={classes.list} aria-label={t('search.found')} aria-busy={isBusy}>
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ title, items }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a part of a list box
          <div key={title} role="group" aria-label={title} className={classes.group}>
            <span className={classes.heading} aria-hidden>
              {title}
            </span>
            {items.map((item) => (
              <Option key={item.id} item={item} />
            ))}
          </div>
        ))}
    </div>
  );
}

function Option({ item }: { item: SearchItem }) {
  return <Target item={item} attributes={useOption(item.id)} />;
}

function Target({ item, attributes }: { item: SearchItem; attributes?: ReturnType<typeof useOption> }) {
  const parts = { ...attributes, className: classes.item, 'data-found': true };
  return typeof item.target === 'function' ? (
    <UnstyledButton {...parts} onClick={item.target}>
      <Content item={item} />
    </UnstyledButton>
  ) : (
    <Link {...item.target} {...parts}>
      <Content item={item} />
    </Link>
  );
}

function Content({ item: { icon: Shape, title, about, trailing } }: { item: SearchItem }) {
  return (
    <>
      <Shape size={20} aria-hidden />
      <span className={classes.text}>
        <bdi className={classes.title}>{title}</bdi>
        <span className={classes.about}>
          {about
            .filter((part) => part !== undefined)
            .map((part, at) => (
              <span key={part}>
                {at > 0 && ' · '}
                <bdi>{part}</bdi>
              </span>
            ))}
        </span>
      </span>
      {trailing}
    </>
  );
}
