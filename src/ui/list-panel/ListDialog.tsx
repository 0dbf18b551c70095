import { Modal, type ModalProps } from "../Modal.tsx";
import { SharedTooltip } from "../SharedTooltip.tsx";

/** A large dialog about lists, whose tooltips show the texts that columns cut off. */
export function ListDialog({
  className,
  children,
  ...modal
}: Omit<ModalProps, "size"> & { readonly className?: string | undefined }) {
  return (
    <Modal {...modal} size="large">
      <SharedTooltip {...(className !== undefined && { className })}>{children}</SharedTooltip>
    </Modal>
  );
}
