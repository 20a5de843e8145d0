import eu.europa.esig.validationreport.ValidationReportFacade;
import eu.europa.esig.validationreport.jaxb.SignatureValidationReportType;
import eu.europa.esig.validationreport.jaxb.ValidationReportType;

/**
 * Reads the validation report (ETSI TS 119 102-2) on standard input as EU DSS does, by its schema. One line for each
 * signature on standard output: main indication, sub-indication or -. A report that the schema refuses ends it.
 */
public final class ReportJudge {
  public static void main(String[] arguments) throws Exception {
    ValidationReportType report = ValidationReportFacade.newFacade().unmarshall(System.in);
    for (SignatureValidationReportType signature : report.getSignatureValidationReport()) {
      var status = signature.getSignatureValidationStatus();
      String sub = status.getSubIndication().stream().map(String::valueOf).findFirst().orElse("-");
      System.out.println(status.getMainIndication() + "\t" + sub);
    }
  }
}
