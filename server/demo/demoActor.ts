/** Who made the changes and reports of the demo. */
export const DEMO_ACTOR = "demo";
