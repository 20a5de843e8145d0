import { Icon } from '../icons.tsx';

export const ChevronUpIcon = () => (
  <Icon>
    <path d="m5 16 7-7 7 7" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="m5.5 5.5 13 13m0-13-13 13" />
  </Icon>
);
export const FindIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5.5 5.5" />
  </Icon>
);
export const RotateIcon = () => (
  <Icon>
    <path d="M19.5 12a7.5 7.5 0 1 1-2.5-5.6L20 9" />
    <path d="M20 3.5V9h-5.5" />
  </Icon>
);
export const ThumbnailsIcon = () => (
  <Icon>
    <path d="M3.5 3.5h17v17h-17zM9.5 3.5v17M5.5 8h2M5.5 12h2M5.5 16h2" />
  </Icon>
);
export const FullScreenIcon = () => (
  <Icon>
    <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
  </Icon>
);
export const QuestionIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9.5" />
    <path d="M9 9.5c.2-2 1.5-3 3.1-3 1.7 0 3 1.1 3 2.7 0 2.3-3.1 2.4-3.1 4.8M12 17.2v.1" />
  </Icon>
);
