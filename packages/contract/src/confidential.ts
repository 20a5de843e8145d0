/** Whether nobody on the way reads what goes to a URL: https, or http on this machine for those who develop. */
export const isConfidential = ({ protocol, hostname }: { protocol: string; hostname: string }): boolean =>
  protocol === 'https:' ||
  (protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname));
