/**
 * Questions and answers over two topics. The asking side listens to the whole reply topic from the moment it starts
 * and picks its answers by the question's id; the answering side works each question on a virtual thread of its own,
 * a few a subject.
 */
package org.diamondhpc.messaging.ask;
