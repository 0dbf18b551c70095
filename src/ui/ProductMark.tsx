/** The product's logo: two granted rows out of a stack. Decorative. */
export function ProductMark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill="var(--accent-solid)" />
      <path
        d="M7 18V6h5.6a3.9 3.9 0 0 1 0 7.8H7"
        stroke="#fff"
        strokeWidth="2.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx="16.6" cy="17.4" r="1.6" fill="#fff" />
    </svg>
  );
}
