import type { ReactNode } from 'react';

/** The frame of every drawing; rooms that have drawings of their own make them with it. */
export function Icon({ children, className = '' }: { children: ReactNode; className?: string | undefined }) {
  return (
    <svg
      className={`ws-icon ${className}`}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

type Props = { className?: string };

export const InfoIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="9.5" />
    <path d="M12 11v6M12 7.2v.1" />
  </Icon>
);
export const SuccessIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="9.5" />
    <path d="m7.5 12.5 3 3 6-7" />
  </Icon>
);
export const ErrorIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="9.5" />
    <path d="m8.5 8.5 7 7m0-7-7 7" />
  </Icon>
);
export const WarningIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M12 3 1.8 20.5h20.4z" />
    <path d="M12 10v5M12 17.6v.1" />
  </Icon>
);
export const UploadIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M12 16V4m-5 5 5-5 5 5M4 16v4h16v-4" />
  </Icon>
);
export const DownloadIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M12 4v12m-5-5 5 5 5-5M4 17v3h16v-3" />
  </Icon>
);
export const DocumentIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M5 2.5h9l5 5v14H5z" />
    <path d="M14 2.5v5h5M8.5 12.5h7M8.5 16.5h7" />
  </Icon>
);
export const LockIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M5 11h14v10H5zM8 11V7.5a4 4 0 0 1 8 0V11" />
    <path d="M12 15v2.5" />
  </Icon>
);
export const SignIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M3 17c3.5-8 6.5-12 8-10.5S7.5 17 10 17s3.5-5 5-5-.5 5 2 5c1.200 0 2.5-1 4-2.5" />
    <path d="M3 21h18" />
  </Icon>
);
export const EyeIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12z" />
    <circle cx="12" cy="12" r="3" />
  </Icon>
);
export const EyeOffIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12z" />
    <path d="m4 4 16 16" />
  </Icon>
);
export const PersonIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="8" r="4.5" />
    <path d="M3.5 21c.8-4.5 4-6.5 8.5-6.5s7.700 2 8.5 6.5" />
  </Icon>
);
export const CircleIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="9.5" />
  </Icon>
);
export const MenuIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M3 6h18M3 12h18M3 18h18" />
  </Icon>
);
export const ChevronDownIcon = (props: Props) => (
  <Icon {...props}>
    <path d="m5 9 7 7 7-7" />
  </Icon>
);
export const ChevronLeftIcon = (props: Props) => (
  <Icon {...props}>
    <path d="m15 5-7 7 7 7" />
  </Icon>
);
export const ChevronRightIcon = (props: Props) => (
  <Icon {...props}>
    <path d="m9 5 7 7-7 7" />
  </Icon>
);
export const PlusIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);
export const MinusIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M5 12h14" />
  </Icon>
);
export const CopyIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M9 8h11v13H9z" />
    <path d="M5 16H4V3h11v1" />
  </Icon>
);
export const ClockIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="9.5" />
    <path d="M12 6.5V12l3.5 2.5" />
  </Icon>
);
