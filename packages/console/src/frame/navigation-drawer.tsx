import { Drawer } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useWords } from '../words/language.ts';
import { SideBar } from './side-bar.tsx';

/**
 * The side bar of a small screen. It mounts closed and opens afterwards, so that the focus returns to its earlier
 * place.
 */
export function NavigationDrawer({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { t } = useWords();
  const isHere = useMounted();
  return (
    <Drawer
      opened={isOpen && isHere}
      onClose={close}
      size={270}
      title={t('frame.work')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <SideBar onChosen={close} />
    </Drawer>
  );
}
